"""The verdict in words, and what to do next."""

import pytest

from ace.review.diff_options import DiffOptions
from ace.review.evidence_stages import GuardRow, MeasuredOn
from ace.review.proposal_branches import Proposal
from ace.review.report import DiffItem, DiffReport
from ace.review.review_words import has_figures, needs_reason, next_steps, verdict_line
from tests.ace.review.playbook_repository import make_evidence

ID = "0123456789ab"
AGAIN = f"`ace refresh {ID}`"


def _proposal(**changes: object) -> Proposal:
    fields: dict[str, object] = {"id": ID, "branch": f"ace/p/{ID}", "commit": "c" * 40, "base": "b" * 40}
    return Proposal(**fields | {"is_fresh": True} | changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "confirmed: on held-out samples clearly more cases got better than worse"),
        (
            {"verdict": "promising", "trials": ()},
            "promising: worth a look, not proved on held-out samples (no held-out sample was tried)",
        ),
        ({"verdict": "harmful"}, "harmful: something got worse; do not merge it without understanding why"),
        (
            {"verdict": "promising", "guards": (GuardRow(name="cost", status="failed"),)},
            "promising: worth a look, not proved on held-out samples; guard failed: cost",
        ),
        (
            {"verdict": "insufficient evidence", "simulated": True},
            "insufficient evidence (simulated: no figure is about a real model): too little was tried to tell it from "
            "chance",
        ),
    ],
)
def test_a_verdict_is_said_in_words(changes: dict[str, object], line: str) -> None:
    assert verdict_line(DiffItem(_proposal(), evidence=make_evidence("a" * 40, **changes))) == line


def test_what_a_proof_lacks_is_said() -> None:
    record = make_evidence("a" * 40, verdict="promising")
    few = record.trials[0].model_copy(update={"cases": 36, "fixed": 3, "broke": 0, "e_value": 3.75})
    item = DiffItem(_proposal(), evidence=record.model_copy(update={"trials": (few,)}))
    assert verdict_line(item).endswith("(36 held-out cases, and a proof takes 100; e 3.75, and it takes 20)")


def test_tidying_should_change_nothing() -> None:
    record = make_evidence("a" * 40, "delete", cluster=None, verdict="no effect")
    assert verdict_line(DiffItem(_proposal(), evidence=record)) == "no effect, and a deletion should have none"


@pytest.mark.parametrize(
    ("item", "line"),
    [
        pytest.param(DiffItem(None), "not measured: no evidence came with this change", id="a range"),
        pytest.param(DiffItem(None, problems=("x",)), "", id="nothing readable"),
        pytest.param(
            DiffItem(None, evidence=make_evidence("a" * 40), problems=("x",)),
            "unverified (says confirmed): what it says of itself does not hold; read the problems first",
            id="a problem",
        ),
    ],
)
def test_without_a_verdict_that_holds(item: DiffItem, line: str) -> None:
    assert verdict_line(item) == line


@pytest.mark.parametrize(
    ("proposal", "conflicts", "expected"),
    [
        pytest.param(_proposal(), (), [], id="fresh"),
        pytest.param(
            _proposal(is_fresh=False),
            (),
            [("stale", f"measured on bbbbbbb; main is at aaaaaaa. Next: {AGAIN} does it again there (--judge")],
            id="stale",
        ),
        pytest.param(
            _proposal(),
            ("main", "ace/p/x"),
            [
                ("conflict", f"cannot be merged with main. Next: {AGAIN}; where that cannot, merge by hand"),
                ("conflict", f"cannot be merged with ace/p/x. Next: merge one of the two, then for the other {AGAIN}"),
            ],
            id="conflicts",
        ),
        pytest.param(
            _proposal(is_fresh=False, is_untouched=False),
            (),
            [
                ("stale", "measured on bbbbbbb; main is at aaaaaaa. Next: merge main into the branch by hand"),
                ("edited", "a"),
            ],
            id="a person's branch",
        ),
        pytest.param(_proposal(is_fresh=False, is_merged=True), (), [("merged", "main holds it already")], id="merged"),
        pytest.param(_proposal(problem="x", is_fresh=False), (), [], id="unreadable"),
    ],
)
def test_the_next_step(proposal: Proposal, conflicts: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    item = DiffItem(proposal, conflicts=conflicts)
    steps = next_steps(DiffReport("main", "a" * 40, True, (item,)), item)
    assert [step.label for step in steps] == [label for label, _ in expected]
    assert all(step.text.startswith(text) for step, (_, text) in zip(steps, expected, strict=True))


def test_figures_need_words_where_something_was_tried() -> None:
    tried, not_tried = make_evidence("a" * 40), make_evidence("a" * 40, trials=())
    assert has_figures(DiffReport("main", "a" * 40, True, (DiffItem(None, evidence=tried),)))
    assert not has_figures(DiffReport("main", "a" * 40, True, (DiffItem(None, evidence=not_tried),)))


def test_figures_of_other_rules_say_so_and_what_to_do() -> None:
    measured = MeasuredOn(base="e" * 40, verdict="promising", other_rules=True)
    record = make_evidence("a" * 40, verdict="insufficient evidence", measured=measured)
    item = DiffItem(_proposal(), evidence=record)
    assert verdict_line(item).endswith("under other rules: what it does beside the present rules nobody measured")
    (step,) = next_steps(DiffReport("main", "a" * 40, True, (item,)), item)
    assert (step.label, step.text.rpartition("Next: ")[2]) == (
        "outdated",
        f"`ace refresh {ID} --judge` measures it again",
    )
    assert not needs_reason(item, DiffOptions())


def test_what_a_person_undoes_has_no_verdict_and_its_reason_once() -> None:
    record = make_evidence(
        "a" * 40, cluster=None, trials=(), verdict="insufficient evidence", reverts="d" * 40, curator="a person"
    )
    item = DiffItem(_proposal(), evidence=record)
    assert verdict_line(item) == "by a person, not measured"
    assert not needs_reason(item, DiffOptions(traces=True)), "it is given as why"
