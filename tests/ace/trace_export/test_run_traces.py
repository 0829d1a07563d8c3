"""A run looked up and made into traces."""

import os
from pathlib import Path

import pytest

from ace.errors import AceError, NotFoundError
from ace.trace_export.run_traces import run_traces
from runtime.contracts.json_types import JsonObject


def test_findings_are_those_of_the_run(demo_made: tuple[Path, JsonObject]) -> None:
    bare = run_traces(demo_made[0], dict(os.environ), "latest", with_findings=False)
    told = run_traces(demo_made[0], dict(os.environ), "latest", with_findings=True)
    assert (bare.findings, bare.notes, bare.run) == (0, (), told.run)
    more = "".join(told.lines).count("gen_ai.evaluation.result") - "".join(bare.lines).count("gen_ai.evaluation.result")
    assert more == told.findings > 0


def test_a_line_that_cannot_be_read_is_noted(demo_repository: Path) -> None:
    run = max((demo_repository / ".git/ace/runs").glob("r-*"))
    with (run / "events.jsonl").open("a") as log:
        log.write("torn")
    traces = run_traces(demo_repository, dict(os.environ), run.name, with_findings=False)
    assert len(list(traces.lines)) == 90
    assert len(traces.notes) == 1
    assert "torn" in traces.notes[0]


def test_a_run_without_episodes_is_no_export(demo_repository: Path) -> None:
    run = max((demo_repository / ".git/ace/runs").glob("r-*"))
    (run / "events.jsonl").write_bytes(b"")
    with pytest.raises(AceError, match="no episodes"):
        run_traces(demo_repository, dict(os.environ), run.name, with_findings=False)


def test_a_name_that_nothing_has_is_named(demo_made: tuple[Path, JsonObject]) -> None:
    with pytest.raises(NotFoundError, match="r-1999"):
        run_traces(demo_made[0], dict(os.environ), "r-1999", with_findings=True)


def test_an_edited_episode_is_left_out_and_named(demo_repository: Path) -> None:
    run = max((demo_repository / ".git/ace/runs").glob("r-*"))
    log = run / "events.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"question":"', b'"question":"Edited: ', 1))
    traces = run_traces(demo_repository, dict(os.environ), run.name, with_findings=False)
    assert len(list(traces.lines)) == 89
    (note,) = traces.notes
    assert note.endswith("was edited since it was written; left out")
