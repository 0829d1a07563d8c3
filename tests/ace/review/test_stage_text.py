"""Guards, slices and the control in a reviewer's words."""

import pytest

from ace.review.evidence import EvidenceRecord
from ace.review.evidence_stages import ControlRow, EstimateRow, GuardRow, LookRow, SliceRow
from ace.review.stage_text import (
    control_text,
    estimate_text,
    failed_guards,
    guard_text,
    look_text,
    obedience_text,
    slice_text,
)
from tests.ace.review.playbook_repository import make_evidence


def record(**changes: object) -> EvidenceRecord:
    return make_evidence("a" * 40, **changes)


def control(**changes: object) -> ControlRow:
    fields: dict[str, object] = {
        "n": 80, "cases": 40, "without": 0.617, "prompt": 0.692, "gate": 0.701, "fixed": 3, "broke": 2,
        "decisions": 50, "obeyed": 46, "violating_without": 0.3, "violating_prompt": 0.05, "promote": True,
    }  # fmt: skip
    return ControlRow.model_validate(fields | changes)


def one_slice(name: str, status: str, before: float = 0.5, after: float = 0.5) -> SliceRow:
    fields = {"name": name, "n": 60, "cases": 40, "before": before, "after": after, "fixed": 1, "broke": 2, "low": -0.1}
    return SliceRow.model_validate(fields | {"status": status})


def test_a_record_without_stages_says_nothing() -> None:
    plain = record()
    assert [told(plain) for told in (guard_text, slice_text, look_text, control_text, estimate_text)] == [[]] * 5
    assert failed_guards(plain) == ()


def test_guards_one_a_line() -> None:
    rows = (GuardRow(name="cost", status="held", detail="1 -> 1."), GuardRow(name="slices", status="failed"))
    assert guard_text(record(guards=rows)) == ["held          cost: 1 -> 1.", "failed        slices: "]
    assert failed_guards(record(guards=rows)) == ("slices",)


def test_failed_slices_come_first_and_small_ones_are_named_in_one_line() -> None:
    rows = (
        one_slice("level: expert", "held"),
        one_slice("modality: MR", "failed", 0.8, 0.5),
        one_slice("organ: a", "too few to tell", 0.5, 0.6),
        one_slice("organ: b", "too few to tell", 0.5, 0.3),
    )
    assert slice_text(record(slices=rows)) == [
        "failed        modality: MR: 80.0% -> 50.0%, -30.0 (bound -10.0), fixed 1, broke 2 of 40 cases",
        "held          level: expert: 50.0% -> 50.0%, +0.0 (bound -10.0), fixed 1, broke 2 of 40 cases",
        "too few to tell: 2 slices; lower than before: organ: b (-20.0, 40 cases)",
    ]
    many = tuple(one_slice(f"organ: {i}", "too few to tell", 0.5, 0.4) for i in range(20))
    assert slice_text(record(slices=many))[0].endswith(", and 8 more")
    assert slice_text(record(slices=rows[2:3])) == ["too few to tell: 1 slice, none of them lower than before"]


def test_looks_are_told_where_there_was_more_than_one() -> None:
    first, second = LookRow(cases=50, fixed=5, broke=1, e_value=3.5), LookRow(cases=90, fixed=9, broke=1, e_value=31.0)
    assert look_text(record(looks=(first,))) == []
    assert look_text(record(looks=(first, second)))[1] == "after 90 cases: fixed 9, broke 1, e 31"


def test_the_effect_with_its_bounds_and_how_it_was_estimated() -> None:
    row = EstimateRow(change=0.075, low=0.023, high=0.127, method="by looks")
    assert estimate_text(record(estimate=row)) == [
        "held-out cases fixed less broken: +7.5 points [+2.3, +12.7], by looks"
    ]


def test_a_gate_that_does_as_well_is_proposed() -> None:
    assert control_text(record(control=control())) == [
        "success without the change / in the prompt / as a gate: 61.7% / 69.2% / 70.1% (n=80, 40 cases); against the "
        "prompt the gate fixed 3, broke 2",
        "30.0% of episodes violate it without the change, 5.0% with it in the prompt; of the 50 decisions it spoke "
        "about there the model obeyed 92.0% (to decide otherwise altogether is not counted)",
        "a gate does as well: once this is merged, `ace promote tools.retrieve-before-web` proposes that",
    ]


@pytest.mark.parametrize(
    ("changes", "last"),
    [
        ({"promote": False, "fixed": 1, "broke": 2}, "a gate does worse than the prompt; not proposed"),
        (
            {"promote": False, "obeyed": 50},
            "30.0% of episodes violate it without the change, 5.0% with it in the prompt; of the 50 decisions it spoke "
            "about there the model obeyed 100.0% (to decide otherwise altogether is not counted)",
        ),
    ],
    ids=["worse", "nothing to do"],
)
def test_a_gate_that_is_not_proposed(changes: dict[str, object], last: str) -> None:
    assert control_text(record(control=control(**changes)))[-1] == last


def test_a_rule_that_did_not_speak() -> None:
    assert obedience_text(control(decisions=0, obeyed=0)).endswith("; there the rule spoke about no decision")


def test_few_decisions_give_no_share_of_obeyed_ones() -> None:
    text = obedience_text(control(decisions=9, obeyed=0))
    assert text.endswith("the rule spoke about 9 decisions, too few to say how often the model obeyed")
