"""Figures are counted again."""

import pytest

from ace.evaluation.gate_rules import GateRules
from ace.evaluation.sign_test import e_value, sign_test
from ace.review.check_figures import CONFIRM_E, MAX_VOTES, MIN_CONFIRM_CASES, figure_problems
from ace.review.evidence import EvidenceRecord, TrialRow
from tests.ace.review.playbook_repository import make_evidence


def _record(**changes: object) -> EvidenceRecord:
    trial = make_evidence("a" * 40).trials[0].model_dump() | changes
    return make_evidence("a" * 40, trials=(TrialRow.model_validate(trial),))


def test_the_bars_are_those_of_the_verdict() -> None:
    assert (GateRules().min_confirm, GateRules().confirm_e) == (MIN_CONFIRM_CASES, CONFIRM_E)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"e_value": e_value(62, 32)},
        {"p_value": sign_test(62, 32)},
        {"cases": 130},
        {"change_low": None, "change_high": None},
        {"fixed": 300, "broke": 100, "e_value": e_value(300, 100), "before": 0.1, "after": 0.2},
    ],
)
def test_true_figures_have_no_problem(changes: dict[str, object]) -> None:
    assert figure_problems(_record(**changes)) == ()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"e_value": 100.0}, "e is given as 100, but fixed 62 and broke 32 make it 31.7", id="e"),
        pytest.param({"e_value": 0.0}, "e is given as 0, but", id="e nothing"),
        pytest.param({"p_value": 0.05}, "p is given as 0.05, but", id="p"),
        pytest.param({"n": 90}, "fixed 62 and broke 32 are more than the 90 samples", id="votes above samples"),
        pytest.param({"cases": 93}, "fixed 62 and broke 32 are more than the 93 cases", id="votes above cases"),
        pytest.param({"cases": 401}, "401 cases of only 400 samples", id="cases above samples"),
        pytest.param({"after": 0.5}, "outside its interval +2.3 to +12.7", id="outside"),
        pytest.param({"change_low": None}, "has one end", id="one end"),
        pytest.param({"change_low": 0.2, "change_high": 0.1}, "none within -1 to 1", id="wrong way round"),
        pytest.param({"change_high": 1.5}, "none within -1 to 1", id="out of range"),
        pytest.param({"fixed": 0, "broke": 0, "e_value": None}, "broke 0, but the change is +7.5", id="no votes"),
        pytest.param({"before": 0.7, "after": 0.6, "broke": 0}, "but the change is -10.0", id="wrong sign"),
        pytest.param(
            {"n": 10**9, "fixed": MAX_VOTES, "broke": 1}, f"more than {MAX_VOTES} votes cannot be counted", id="huge"
        ),
    ],
)
def test_figures_that_cannot_be_true(changes: dict[str, object], reason: str) -> None:
    problems = figure_problems(_record(**changes))
    assert reason in "\n".join(problems)
    assert problems[0].startswith(("held-out success: ", "the verdict"))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"n": 99, "before": 0.5, "after": 0.55}, "99 held-out cases are fewer than the 100", id="few"),
        pytest.param({"cases": 99}, "99 held-out cases are fewer than the 100", id="few cases of many samples"),
        pytest.param({"fixed": 40, "broke": 30, "e_value": None}, "under the 20 it needs", id="weak"),
        pytest.param({"stage": "development"}, "no held-out figure for success", id="development"),
        pytest.param({"metric": "solved"}, "no held-out figure for success", id="another metric"),
    ],
)
def test_confirmed_needs_what_the_verdict_asks_for(changes: dict[str, object], reason: str) -> None:
    record = _record(**changes)
    assert reason in "\n".join(figure_problems(record))
    assert figure_problems(record.model_copy(update={"verdict": "promising"})) == ()


def test_the_same_figure_twice_is_none() -> None:
    record = make_evidence("a" * 40)
    assert "2 rows" in figure_problems(make_evidence("a" * 40, trials=record.trials * 2))[0]
