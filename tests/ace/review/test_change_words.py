"""What a change is called."""

import pytest

from ace.review.change_words import (
    RETEST,
    enforcement_words,
    is_tidying,
    summary_words,
    verdict_words,
    why_no_cluster,
)
from ace.review.diff_model import FieldChange
from ace.review.evidence import Check
from ace.review.evidence_stages import MeasuredOn
from tests.ace.review.playbook_repository import make_evidence

BASE = "a" * 40
GATE = FieldChange("enforce", "prompt", "gate")
PROMPT = FieldChange("enforce", "gate", "prompt")
TEXT = FieldChange("text", "a", "b")


@pytest.mark.parametrize(
    ("op", "fields", "expected"),
    [
        ("add", (), "Adds rule `x.y`"),
        ("edit", (TEXT,), "Changes rule `x.y`"),
        ("edit", (GATE,), "Promotes rule `x.y` to a gate"),
        ("edit", (PROMPT,), "Demotes rule `x.y` to the prompt"),
        ("edit", (TEXT, GATE), "Changes rule `x.y` and promotes it to a gate"),
        ("delete", (FieldChange("enforce", "gate", None),), "Deletes rule `x.y`"),
    ],
)
def test_what_is_done_to_a_rule(op: str, fields: tuple[FieldChange, ...], expected: str) -> None:
    assert summary_words(make_evidence(BASE, op, rule_id="x.y"), fields) == expected


@pytest.mark.parametrize(
    ("merged", "expected"),
    [
        (("a.b",), "Merges rule `a.b` into `x.y`"),
        (("a.b", "c.d"), "Merges rules `a.b` and `c.d` into `x.y`"),
        (("a.b", "c.d", "e.f"), "Merges rules `a.b`, `c.d` and `e.f` into `x.y`"),
    ],
)
def test_what_is_merged_into_what(merged: tuple[str, ...], expected: str) -> None:
    assert summary_words(make_evidence(BASE, "merge", rule_id="x.y", merged=merged), ()) == expected


@pytest.mark.parametrize(
    ("fields", "goal"),
    [
        ((TEXT, GATE), "to a gate"),
        ((PROMPT,), "to the prompt"),
        ((TEXT,), None),
        ((FieldChange("enforce", None, "gate"),), None),
        ((FieldChange("enforce", "gate", None),), None),
    ],
)
def test_only_a_rule_on_both_sides_is_promoted_or_demoted(fields: tuple[FieldChange, ...], goal: str | None) -> None:
    done = enforcement_words(fields)
    assert (done.goal if done else None) == goal


def test_who_stops_a_decision_depends_on_whose_agent_it_is() -> None:
    shipped, own = enforcement_words((GATE,), "tutor"), enforcement_words((GATE,), "expenses")
    assert shipped is not None
    assert own is not None
    assert shipped.meaning.startswith("code stops a decision")
    assert "over HTTP it is the agent's to stop" in own.meaning


@pytest.mark.parametrize(
    ("op", "has_cluster", "expected"),
    [("merge", False, True), ("delete", False, True), ("delete", True, False), ("edit", False, False)],
)
def test_tidying_answers_no_failure(op: str, has_cluster: bool, expected: bool) -> None:
    assert is_tidying(op, has_cluster) is expected


@pytest.mark.parametrize(
    ("op", "verdict", "expected"),
    [
        ("merge", "no effect", "no effect, and a merge should have none"),
        ("delete", "insufficient evidence", "insufficient evidence of an effect, and a deletion should have none"),
        ("merge", "harmful", "harmful"),
        ("merge", "unverified (says no effect)", "unverified (says no effect)"),
        ("edit", "no effect", "no effect"),
    ],
)
def test_no_effect_is_what_tidying_should_have(op: str, verdict: str, expected: str) -> None:
    assert verdict_words(make_evidence(BASE, op, cluster=None), verdict) == expected


def test_a_deletion_that_answers_failures_is_held_to_them() -> None:
    assert verdict_words(make_evidence(BASE, "delete"), "no effect") == "no effect"


def test_a_deletion_after_a_re_test_says_that_the_rule_does_harm() -> None:
    checked = make_evidence(BASE, "delete", cluster=None, checks=(Check(name=RETEST, ok=True, detail="x"),))
    assert why_no_cluster(checked).startswith("left out again, the rule does harm by now")
    assert why_no_cluster(make_evidence(BASE, "delete", cluster=None)).startswith("the rule is said not to be needed")


def test_why_there_is_no_cluster() -> None:
    assert why_no_cluster(make_evidence(BASE, "merge")).startswith("one rule is said to do for the others")
    assert why_no_cluster(make_evidence(BASE, "edit")) == "no cluster of failures; see the verdict and its reason"


def test_the_verdict_of_what_nobody_measured_says_so() -> None:
    person = make_evidence(BASE, trials=(), target=None, verdict="insufficient evidence", reverts="b" * 40)
    assert verdict_words(person, person.verdict) == "by a person, not measured"
    assert verdict_words(person, "unverified (says confirmed)") == "unverified (says confirmed)"
    assert why_no_cluster(person) == "a person undoes what commit bbbbbbbbbbbb did to it"
    measured = MeasuredOn(base="b" * 40, verdict="confirmed", other_rules=True)
    older = make_evidence(BASE, verdict="insufficient evidence", measured=measured)
    assert verdict_words(older, older.verdict) == "insufficient evidence; measured on bbbbbbbbbbbb under other rules"
