"""`ace analyze`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.ace.cycle.test_analyze_files import tool_messages, write_records
from tests.conftest import Ran


def test_json_and_text_tell_the_same_clusters(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder = str(demo_made[0])
    value = ace("analyze", "-C", folder, "--json").json
    text = ace("analyze", "-C", folder).out
    clusters = value["clusters"]
    assert isinstance(clusters, list)
    assert clusters
    assert all(str(cluster["id"]) in text for cluster in clusters)
    assert value["simulated"] is True
    assert "simulated" in text.splitlines()[0]


def test_every_written_detector_has_a_rate_even_at_zero(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    from analyzers.detectors.registry import DETECTORS

    rates = ace("analyze", "-C", str(demo_made[0]), "--json").json["rates"]
    assert isinstance(rates, dict)
    assert {detector.name for detector in DETECTORS if detector.scope in ("tutor", "any")} <= rates.keys()
    assert len(rates) >= 8
    assert all(rate["of"] == 90 for rate in rates.values())


def test_an_unknown_run_is_named(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("analyze", "r-1999", "-C", str(demo_made[0]))
    assert ran.code == 1
    assert "r-1999" in ran.err
    assert "newest" in ran.err


def test_a_run_whose_events_are_gone_does_not_look_healthy(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    newest = ace("show", "latest", "-C", str(demo_repository), "--json").json
    (Path(str(demo_repository)) / ".git/ace/runs" / str(newest["run"]) / "events.jsonl").write_bytes(b"")
    ran = ace("analyze", "-C", str(demo_repository))
    assert ran.code == 1
    assert "none of its 90 episodes" in ran.err
    assert "--resume" in ran.err


def test_files_need_no_repository_and_leave_nothing_behind(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), tool_messages(1.0, 2))
    ran = ace("analyze", str(path), "-C", str(tmp_path), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["recorded"] == {"score": "reward", "failing": 1, "of": 2}
    assert ran.json["grouping"] in {"signatures", "signatures+embedding"}
    text = ace("analyze", str(path), "-C", str(tmp_path)).out
    assert text.startswith("1 file: 2 episodes")
    assert [item.name for item in tmp_path.iterdir()] == ["a.jsonl"]


def test_what_cannot_be_read_is_said_and_strict_fails(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), {"odd": 1})
    ran = ace("analyze", str(path), "-C", str(tmp_path))
    assert ran.code == 0
    assert f"{path}:2: " in ran.err
    assert ace("analyze", str(path), "-C", str(tmp_path), "--strict").code == 1
    assert ace("analyze", str(path), "-C", str(tmp_path), "--format", "no-such-format").code == 1


@pytest.mark.parametrize(
    "arguments",
    [("a.jsonl", "absent.jsonl"), ("absent.jsonl",), (".",), ("a.jsonl", "--recluster"), ("latest", "--strict"),
     ("r-1", "--format", "otlp"), ("a-1", "--recluster"), ("",)],
    ids=["one-absent", "absent", "folder", "files-recluster", "run-strict", "run-format", "arm-recluster", "empty"],
)  # fmt: skip
def test_what_does_not_go_together_is_a_usage_error(
    arguments: tuple[str, ...], demo_made: tuple[Path, JsonObject], tmp_path: Path,
    ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1))
    ran = ace("analyze", *arguments, "-C", str(demo_made[0]))
    assert ran.code == 64
    assert ran.out == ""


def test_a_run_can_be_grouped_anew(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    before = ace("analyze", "-C", str(demo_repository), "--json").json
    after = ace("analyze", "-C", str(demo_repository), "--recluster", "--json").json
    assert _ids(after) == _ids(before)


def test_a_damaged_registry_is_named(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    path = demo_repository / ".git/ace/clusters/tutor.json"
    path.write_text("{", encoding="utf-8")
    ran = ace("analyze", "-C", str(demo_repository))
    assert ran.code == 1
    assert str(path) in ran.err
    assert path.read_text(encoding="utf-8") == "{"


def _ids(value: JsonObject) -> list[str]:
    clusters = value["clusters"]
    assert isinstance(clusters, list)
    return [str(cluster["id"]) for cluster in clusters]


def test_all_is_for_files_and_lists_the_rarer_ones(
    demo_made: tuple[Path, JsonObject], tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    assert ace("analyze", "--all", "-C", str(demo_made[0])).code == 64
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1))
    text = ace("analyze", str(path), "-C", str(tmp_path), "--all").out
    assert "rarer" not in text
    assert "next: in a git repository, ace import FILES" in text
    assert "next: ace import FILES" in ace("analyze", str(path), "-C", str(demo_made[0])).out


def test_what_files_say_of_next_works(demo_repository: Path, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), tool_messages(1.0, 2))
    name = ace("analyze", str(path), "-C", str(demo_repository)).out.split()[-1]
    run = str(ace("import", str(path), "-C", str(demo_repository), "--json").json["run"])
    assert ace("analyze", run, "-C", str(demo_repository)).code == 0
    shown = ace("show", name, "-C", str(demo_repository))
    assert (shown.code, shown.out.split()[0]) == (0, name)
