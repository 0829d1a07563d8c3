"""Rows of the evidence record about the stages."""

from dataclasses import replace

import pytest

from ace.cycle.judging.judgement import Judgement
from ace.cycle.proposal_stages import (
    control_row,
    control_trial,
    estimate_row,
    guard_rows,
    look_rows,
    not_checked,
    slice_rows,
)
from ace.evaluation.guards import SLICES
from tests.ace.conftest import SmallProposal


@pytest.fixture
def best(wide_proposal: SmallProposal) -> Judgement:
    return wide_proposal.proposed.judgements[0]


def test_rows_are_the_judgements_figures(best: Judgement) -> None:
    assert [(row.cases, row.fixed, row.e_value) for row in look_rows(best)] == [
        (look.cases, look.fixed, look.e_value) for look in best.looks
    ]
    assert [(row.name, row.status, row.detail) for row in guard_rows(best)] == [
        (guard.name, guard.status, guard.detail) for guard in best.guards
    ]
    assert [(row.name, row.low) for row in slice_rows(best)] == [(one.name, one.bounds.low) for one in best.slices]
    estimate = estimate_row(best)
    assert estimate is not None
    assert best.estimate is not None
    assert (estimate.change, estimate.method) == (best.estimate.change, best.estimate.method)


def test_the_control_has_a_row_of_three_shares_and_one_beside_the_prompts(best: Judgement) -> None:
    control, trial = control_row(best), control_trial(best)
    assert control is not None
    assert trial is not None
    assert (trial.stage, trial.metric) == ("control", "success")
    assert (trial.before, trial.after) == (control.without, control.gate)
    assert control.without < control.prompt <= control.gate


def test_what_was_not_run_has_no_row(small_proposal: SmallProposal) -> None:
    other = small_proposal.proposed.judgements[1]
    assert (look_rows(other), guard_rows(other), slice_rows(other)) == ((), (), ())
    assert (estimate_row(other), control_row(other), control_trial(other)) == (None, None, None)


def test_what_was_not_checked_follows_from_what_was(best: Judgement, small_proposal: SmallProposal) -> None:
    said = not_checked(best, teaches=True)
    untold = replace(best, guards=tuple(one for one in best.guards if one.name != SLICES))
    assert not any(line.startswith("slices ") for line in said)
    assert any(line.startswith("slices ") for line in not_checked(untold, teaches=True))
    assert not any("must-pass" in line or "held-out" in line or "gate or prompt" in line for line in said)
    other = not_checked(small_proposal.proposed.judgements[1], teaches=True)
    assert other[0] == "no held-out sample was used"
    assert "must-pass samples were not run" in other
    assert any("gate or prompt" in line for line in other)
    assert any("profile is advisory" in line for line in not_checked(replace(best, profile="advisory"), teaches=True))


def test_the_slices_of_an_agent_without_a_student_are_not_named(best: Judgement) -> None:
    untold = replace(best, guards=())
    (taught,) = [line for line in not_checked(untold, teaches=True) if line.startswith("slices ")]
    (own,) = [line for line in not_checked(untold, teaches=False) if line.startswith("slices ")]
    assert "student level" in taught
    assert own == "slices of the samples were not tested one by one, or are too small to tell"
