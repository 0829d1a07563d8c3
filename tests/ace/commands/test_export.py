"""`ace export`."""

import json
from collections.abc import Callable
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.load_records import load_records
from runtime.traces.formats.otlp import read
from runtime.traces.formats.transcript import BadRecord
from tests.conftest import Ran


def test_a_run_is_written_with_its_findings_and_read_back(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran], tmp_path: Path
) -> None:
    repo, out = str(demo_made[0]), tmp_path / "traces.jsonl"
    ran = ace("export", "-C", repo, "--output", str(out))
    assert ran.code == 0, ran.err
    assert ran.out == ""
    analysis = ace("analyze", "-C", repo, "--json").json
    assert f"wrote 90 traces of {analysis['run']} with {analysis['findings']} findings" in ran.err
    assert out.read_text().count('"gen_ai.evaluation.result"') >= int(str(analysis["findings"]))
    problems: list[BadRecord] = []
    found = list(read(load_records(out, problems.append), problems.append))
    assert problems == []
    assert len(found) == 90
    assert all(transcript.scores and transcript.messages for transcript in found)
    assert list(tmp_path.iterdir()) == [out]


def test_stdout_holds_traces_and_nothing_else(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("export", "latest", "-C", str(demo_made[0]), "--no-findings")
    assert ran.code == 0
    assert ran.err == ""
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert len(lines) == 90
    assert all(set(line) == {"resourceSpans"} for line in lines)


def test_a_trial_arm_is_exported_too(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    for log in (demo_made[0] / ".git/ace/arms").glob("a-*.jsonl"):
        ran = ace("export", log.stem, "-C", str(demo_made[0]), "--no-findings")
        assert ran.code == 0, ran.err
        assert ran.out.startswith('{"resourceSpans"')


def test_a_run_that_is_not_there_is_one_clear_message(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran], tmp_path: Path
) -> None:
    out = tmp_path / "traces.jsonl"
    out.write_text("before")
    for name in ("r-1999", "a-000000000000"):
        ran = ace("export", name, "-C", str(demo_made[0]), "-o", str(out))
        assert ran.code == 1
        assert name in ran.err
        assert len(ran.err.splitlines()) == 1
    assert out.read_text() == "before"


def test_a_place_that_cannot_be_written_is_named(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran], tmp_path: Path
) -> None:
    for place in (tmp_path, tmp_path / "no" / "traces.jsonl"):
        ran = ace("export", "-C", str(demo_made[0]), "--no-findings", "-o", str(place))
        assert ran.code == 1
        assert str(place) in ran.err
    assert list(tmp_path.iterdir()) == []


def test_help_has_an_example(ace: Callable[..., Ran]) -> None:
    ran = ace("export", "--help")
    assert ran.code == 0
    assert "ace export --output traces.jsonl" in ran.out
