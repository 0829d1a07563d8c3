"""What a record says of its stages is counted again."""

import pytest

from ace.evaluation.sign_test import e_value
from ace.review.check_stages import stage_problems
from ace.review.evidence import EvidenceRecord, TrialRow
from ace.review.evidence_stages import ControlRow, EstimateRow, GuardRow, LookRow, MeasuredOn, SliceRow
from tests.ace.review.playbook_repository import make_evidence

HELD_OUT = TrialRow(
    stage="held-out", metric="success", n=400, cases=200, before=0.617, after=0.692, fixed=62, broke=32, e_value=31.72
)
LOOKS = (
    LookRow(cases=100, fixed=30, broke=20, e_value=e_value(30, 20)),
    LookRow(cases=200, fixed=62, broke=32, e_value=e_value(62, 32)),
)
SLICE = SliceRow(name="level: novice", n=60, cases=40, before=0.5, after=0.6, fixed=8, broke=2, low=0.01, status="held")
CONTROL = ControlRow(
    n=80, cases=40, without=0.5, prompt=0.6, gate=0.7, fixed=5, broke=1, decisions=50, obeyed=40,
    violating_without=0.3, violating_prompt=0.1, promote=True,
)  # fmt: skip
CONTROL_ROW = TrialRow(stage="control", metric="success", n=80, cases=40, before=0.5, after=0.7, fixed=9, broke=1)
GUARD = GuardRow(name="cost", status="held")


def whole(**changes: object) -> EvidenceRecord:
    fields: dict[str, object] = {
        "trials": (HELD_OUT, CONTROL_ROW), "profile": "strict", "looks": LOOKS, "guards": (GUARD,), "slices": (SLICE,),
        "control": CONTROL, "estimate": EstimateRow(change=0.1, low=0.02, high=0.2, method="by looks"),
    }  # fmt: skip
    return make_evidence("a" * 40, **{**fields, **changes})


def test_a_whole_record_and_one_without_stages_have_no_problem() -> None:
    assert stage_problems(whole()) == []
    assert stage_problems(make_evidence("a" * 40)) == []


def less(row: SliceRow | ControlRow | LookRow, **changes: object) -> object:
    return row.model_copy(update=changes)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"looks": LOOKS[::-1]}, "not in order", id="looks out of order"),
        pytest.param({"looks": LOOKS[:1]}, "the last look", id="the last look is missing"),
        pytest.param({"trials": (CONTROL_ROW,)}, "the last look", id="no held-out row"),
        pytest.param({"looks": (less(LOOKS[0], e_value=99.0), LOOKS[1])}, "do not make e 99", id="a look's e"),
        pytest.param({"looks": (less(LOOKS[0], cases=40), LOOKS[1])}, "do not make e", id="votes above cases"),
        pytest.param({"slices": (SLICE, SLICE)}, "slice level: novice: 2 rows", id="a slice twice"),
        pytest.param({"slices": (less(SLICE, cases=61),)}, "61 cases of only 60", id="cases of a slice"),
        pytest.param({"slices": (less(SLICE, fixed=39),)}, "more than its 40 cases", id="votes of a slice"),
        pytest.param({"slices": (less(SLICE, low=0.3),)}, "is not under its change", id="bound of a slice"),
        pytest.param({"guards": (GUARD, GUARD)}, "guard cost: 2 rows", id="a guard twice"),
        pytest.param({"control": less(CONTROL, obeyed=51)}, "51 of 50 decisions", id="obeyed above decisions"),
        pytest.param({"control": less(CONTROL, gate=0.9)}, "not what its row says", id="another gate"),
        pytest.param({"trials": (HELD_OUT,)}, "not what its row says", id="no control row"),
        pytest.param({"control": less(CONTROL, fixed=0)}, "do not support a promotion", id="a worse gate promoted"),
        pytest.param({"control": less(CONTROL, obeyed=50)}, "do not support", id="an idle gate promoted"),
        pytest.param({"control": less(CONTROL, fixed=41)}, "fixed 41 and broke 1 of 40 cases", id="votes of the gate"),
        pytest.param({"profile": "screening"}, "profile screening cannot confirm", id="profile"),
        pytest.param(
            {"guards": (GuardRow(name="cost", status="failed"),)}, "but guard cost is failed", id="a failed guard"
        ),
        pytest.param(
            {"guards": (GuardRow(name="cost", status="undecided"),)}, "but guard cost is undecided", id="undecided"
        ),
        pytest.param(
            {"estimate": EstimateRow(change=0.3, low=0.02, high=0.2, method="x")}, "outside its bounds", id="estimate"
        ),
    ],
)
def test_what_cannot_be_true(changes: dict[str, object], reason: str) -> None:
    assert reason in "\n".join(stage_problems(whole(**changes)))


def test_a_failed_guard_is_no_problem_below_confirmed() -> None:
    failed = (GuardRow(name="cost", status="failed"),)
    assert stage_problems(whole(guards=failed, verdict="promising")) == []


OLD = "b" * 40


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        pytest.param({"reverts": OLD}, "the verdict says confirmed", id="a person, confirmed"),
        pytest.param(
            {"reverts": OLD, "verdict": "insufficient evidence"}, "there are figures", id="a person, measured"
        ),
        pytest.param(
            {"measured": MeasuredOn(base=OLD, verdict="confirmed", other_rules=True)},
            f"the figures are of other rules ({OLD[:12]}), but the verdict says confirmed",
            id="other rules, confirmed",
        ),
        pytest.param(
            {"measured": MeasuredOn(base=OLD, verdict="promising", other_rules=False)},
            f"the verdict was promising on {OLD[:12]}, but here it is confirmed",
            id="another verdict than was given",
        ),
    ],
)
def test_what_was_not_measured_here_proves_nothing(changes: dict[str, object], problem: str) -> None:
    assert any(problem in line for line in stage_problems(make_evidence("a" * 40, **changes)))


def test_a_revert_and_a_refresh_that_say_so_are_sound() -> None:
    person = make_evidence("a" * 40, trials=(), target=None, verdict="insufficient evidence", reverts=OLD)
    same = make_evidence("a" * 40, measured=MeasuredOn(base=OLD, verdict="confirmed", other_rules=False))
    assert stage_problems(person) == stage_problems(same) == []
