"""Each step is written down before the next, and none is taken twice."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.journal.cycle_budget import CycleBudget, granted_before
from ace.cycle.journal.cycle_plan import CyclePlan
from ace.cycle.journal.cycle_steps import CycleHooks, CycleRequest, CycleSteps, CycleStoppedError
from ace.cycle.journal.cycle_under_way import open_cycle
from ace.cycle.run_samples import RunRequest
from ace.evaluation.usage import Usage
from ace.forges.opened_requests import RequestRow
from ace.session import Session
from runtime.contracts.ports import ModelReply
from runtime.contracts.trace_event import Episode
from tests.ace.building import small_session

REPLY = ModelReply("x", "stop", 100, 10, 0, 0.5)


@contextmanager
def steps_of(session: Session, request: CycleRequest) -> Iterator[CycleSteps]:
    """The steps of the newest cycle, gone on with, or of a new one."""
    cycle = open_cycle(session.workspace.state, CyclePlan(settings="s", rules="c"), session.clock)
    budget = CycleBudget(session.settings.cycle, cycle.folder, granted_before(cycle.journal.lines))
    try:
        yield CycleSteps(session, request, cycle, budget)
    finally:
        budget.close()
        cycle.close()


def steps_written(steps: CycleSteps) -> list[str]:
    """Return the steps in the journal, with their states."""
    return [f"{line['step']} {line['state']}" for line in steps.cycle.journal.lines if line["event"] == "step"]


def test_a_step_that_was_done_is_looked_up_and_not_written_again(starter: Path) -> None:
    session, ran = small_session(starter, run__limit=2), list[Episode]()
    request = CycleRequest(until="run", hooks=CycleHooks(RunRequest(progress=ran.append)))
    found = []
    for _ in ("taken", "looked up"):
        with steps_of(session, request) as steps:
            with pytest.raises(CycleStoppedError, match="--until run") as caught:
                steps.play(session.playbook())
            assert caught.value.by == "until"
            assert steps_written(steps) == ["run begun", "run done"]
            assert steps.results.run is not None
            found.append([episode.header.episode for episode in steps.results.run.episodes])
    assert found[0] == found[1]
    assert len(ran) == len(found[0]) == 2


def test_a_ceiling_that_is_reached_ends_it_before_a_step_is_begun(starter: Path) -> None:
    session = small_session(starter, cycle__max_calls=1)
    with steps_of(session, CycleRequest()) as steps:
        steps.budget.count(REPLY)
        with pytest.raises(CycleStoppedError, match=r"the ceiling of 1 model calls \(cycle.max_calls\)") as caught:
            steps.play(session.playbook())
        assert (caught.value.by, steps_written(steps), steps.results.run) == ("ceiling", [], None)
    assert not session.workspace.runs.exists()


@pytest.mark.parametrize(("by", "granted"), [("ceiling", Usage(2, 200, 20, 1.0)), ("until", Usage())])
def test_what_a_ceiling_cut_off_gets_as_much_again(starter: Path, by: str, granted: Usage) -> None:
    session = small_session(starter, cycle__max_calls=2)
    with steps_of(session, CycleRequest()) as steps:
        steps.budget.count(REPLY)
        steps.budget.count(REPLY)
        steps.end("stopped", 3, "why", "a line", by=by)
    with steps_of(session, CycleRequest()) as again:
        assert granted_before(again.cycle.journal.lines) == granted
        assert again.budget.used == Usage(2, 200, 20, 1.0)
        assert bool(again.budget.reached()) == (by != "ceiling")


def test_what_could_not_be_shared_is_told_without_secrets(starter: Path) -> None:
    row = RequestRow("a" * 12, "ace/p/a", "failed", detail="the remote refused https://me:pass-word@example.org/x")
    with steps_of(small_session(starter), CycleRequest()) as steps:
        steps.results = replace(steps.results, shared=(replace(row, action="created"),))
        assert steps.failed() == ""
        other = replace(row, branch="ace/p/b", detail="no answer")
        steps.results = replace(steps.results, shared=(row, replace(row, action="kept"), other))
        first, second = steps.failed().split("; ")
        assert first.startswith("ace/p/a: the remote refused")
        assert "pass-word" not in first
        assert second == "ace/p/b: no answer"
