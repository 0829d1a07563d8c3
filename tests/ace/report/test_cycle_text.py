"""What `ace cycle` prints before its last line."""

from datetime import UTC, datetime

import pytest

from ace.cycle.journal.cycle_outcome import CycleOutcome, StepResults
from ace.cycle.journal.cycle_record import CycleStatus
from ace.cycle.journal.retest_step import CycleRetest
from ace.evaluation.usage import Usage
from ace.forges.opened_requests import RequestRow
from ace.ledger.retest import Retest
from ace.report.cycle_text import cycle_text
from tests.ace.conftest import SmallProposal

RETEST = Retest(
    rule="a.rule",
    fingerprint="0" * 16,
    arm="a-1",
    run="r-1",
    controller="m",
    simulated=False,
    when=datetime(2026, 11, 30, tzinfo=UTC),
    word="unclear",
    cases=24,
    better=1,
    worse=3,
    e_without=0.25,
    e_with=2.0,
)


def outcome(results: StepResults, status: CycleStatus = "done", reason: str = "") -> CycleOutcome:
    """Return an outcome that used nothing."""
    return CycleOutcome("y-1", status, results, Usage(), 0.0, reason)


def test_it_tells_what_was_come_to_and_what_is_next(small_proposal: SmallProposal) -> None:
    proposed = small_proposal.proposed
    rows = (RequestRow("a" * 12, "ace/p/" + "a" * 12, "created", url="https://forge/1", detail="new\x1b[31m"),)
    whole = StepResults(proposed.run, proposed.analysis, proposed.drafted, None, proposed.opened, rows)
    text = cycle_text(outcome(whole))
    assert "cluster" in text
    assert "created https://forge/1 (new\\x1b[31m)" in text
    assert text.endswith("next: ace diff\n")
    assert "episodes of" in cycle_text(outcome(StepResults(whole.run), "stopped", "--until run"))


@pytest.mark.parametrize(("status", "text"), [("stopped", "next: ace cycle (goes on)\n"), ("failed", ""), ("done", "")])
def test_one_that_came_to_nothing_says_only_how_it_goes_on(status: CycleStatus, text: str) -> None:
    assert cycle_text(outcome(StepResults(), status, "why")) == text


def test_each_rule_that_was_left_out_again_is_a_line_and_so_is_the_ceiling() -> None:
    other = RETEST.model_copy(update={"rule": "b.rule", "word": "harmful", "better": 9, "worse": 0, "e_without": 51.2})
    retested = CycleRetest((RETEST, other), stopped="9 model calls (gate.max_calls)")
    assert cycle_text(outcome(StepResults(retested=retested))).splitlines() == [
        "left out again: a.rule: unclear; 1 case better without it, 3 worse, of 24; reverse e-value 0.25",
        "left out again: b.rule: harmful; 9 cases better without it, 0 worse, of 24; reverse e-value 51.2",
        "not all rules that are due were left out again: the ceiling of 9 model calls (gate.max_calls)",
    ]


def test_a_proposal_that_stays_here_is_a_line_without_an_address() -> None:
    rows = (RequestRow("a" * 12, "ace/p/a", "kept"), RequestRow("b" * 12, "ace/p/b", "failed", detail="no answer"))
    assert cycle_text(outcome(StepResults(shared=rows))) == "ace/p/a: kept\nace/p/b: failed (no answer)\n"
