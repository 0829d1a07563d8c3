"""How a cycle ended, in an exit code and a line."""

from dataclasses import replace

import pytest

from ace.cycle.journal.cycle_outcome import CycleOutcome, StepResults
from ace.cycle.journal.cycle_record import CycleStatus
from ace.evaluation.usage import Usage
from ace.forges.opened_requests import RequestRow
from runtime.contracts.trace_event import ControllerInfo
from tests.ace.conftest import SmallProposal, SmallRun

USED = Usage(2310, 1000, 100, 0.42)


def outcome(status: CycleStatus = "done", reason: str = "", results: StepResults | None = None) -> CycleOutcome:
    """Return an outcome."""
    return CycleOutcome("y-1", status, results or StepResults(), USED, 18.2, reason)


@pytest.fixture(scope="module")
def whole(small_proposal: SmallProposal) -> StepResults:
    """All steps of a cycle that opened one proposal."""
    proposed = small_proposal.proposed
    rows = (RequestRow("a" * 12, "ace/p/" + "a" * 12, "created", url="https://forge/1", detail="new\x1b[31m"),)
    return StepResults(proposed.run, proposed.analysis, proposed.drafted, None, proposed.opened, rows)


@pytest.mark.parametrize(
    ("status", "reason", "code"),
    [
        ("done", "", 0),
        ("failed", "no server", 1),
        ("stopped", "the ceiling of 40 model calls (cycle.max_calls)", 3),
        ("stopped", "--until run", 0),
    ],
)
def test_exit_codes(status: CycleStatus, reason: str, code: int) -> None:
    assert outcome(status, reason).exit_code == code


def test_with_a_proposal_it_is_2(whole: StepResults) -> None:
    assert outcome(results=whole).exit_code == 2
    assert outcome("failed", "the forge", whole).exit_code == 1


def test_the_line_for_a_log(whole: StepResults) -> None:
    assert outcome(results=whole).summary == (
        "ace cycle y-1: 16 episodes run (simulated), 62.5% failed, 3 drafts, 1 opened (promising 1), 2,310 calls, "
        "0.42 USD, 18 min"
    )


@pytest.mark.parametrize(
    ("used", "says"),
    [
        (Usage(), "1 episode run, calls and cost not reported by the agent, 18 min"),
        (Usage(3, 100, 10, 0.1), "1 episode run, 3 calls, 0.10 USD without the agent's (not reported), 18 min"),
    ],
    ids=["nothing known", "a model drafted"],
)
def test_what_an_own_agent_does_not_report_is_not_told_as_nothing(small_run: SmallRun, used: Usage, says: str) -> None:
    one = small_run.run.episodes[0]
    assert one.outcome is not None
    info = ControllerInfo("command", "triage", simulated=False)
    silent = replace(
        one, header=replace(one.header, controller=info), outcome=replace(one.outcome, spent={"seconds": 1.0})
    )
    record = small_run.run.record.model_copy(update={"simulated": False})
    results = StepResults(small_run.run._replace(record=record, episodes=(silent,)))
    told = replace(outcome(results=results), used=used)
    assert says in told.summary
    cycle = told.to_json()["cycle"]
    assert isinstance(cycle, dict)
    assert cycle["agent_reports_use"] is False


def test_what_judging_ran_is_told_beside_the_run(whole: StepResults) -> None:
    told = outcome(results=replace(whole, judging_episodes=1234, stale="stale at birth: main moved")).summary
    assert "16 episodes run (simulated)" in told
    assert "1,234 judging episodes" in told
    assert "stale at birth: main moved" in told


@pytest.mark.parametrize(
    ("status", "reason", "end"),
    [
        ("failed", "no\nserver\n at  all", "18 min, failed: no server at all"),
        ("stopped", "--until run", "18 min, ended by --until run"),
        ("failed", "x" * 400, f"failed: {'x' * 300}"),
    ],
    ids=["several lines", "until", "long"],
)
def test_the_line_is_one_line(status: CycleStatus, reason: str, end: str) -> None:
    assert outcome(status, reason).summary.endswith(end)
    assert "\n" not in outcome(status, reason).summary


def test_json_holds_the_cycle_whatever_it_came_to(whole: StepResults) -> None:
    early = outcome("failed", "no server").to_json()
    assert early["run"] is None
    cycle = early["cycle"]
    assert isinstance(cycle, dict)
    assert (cycle["status"], cycle["reason"], cycle["exit_code"], cycle["opened"]) == ("failed", "no server", 1, [])
    late = outcome(results=whole).to_json()
    assert {"run", "drafts", "proposals", "cycle"} <= late.keys()
    cycle = late["cycle"]
    assert isinstance(cycle, dict)
    assert cycle["requests"][0]["url"] == "https://forge/1"
    assert len(cycle["opened"]) == 1
