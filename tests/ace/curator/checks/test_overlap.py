"""A draft beside the rules in force."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from ace.curator.checks.overlap import check_conflicts, check_duplicates, check_same
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.rule import Rule
from tests.ace.building import WEB_RULE, curator_input, rule
from tests.ace.curator.checks.drafting import SEEN

RECORDED = SEEN.recorded
NAMES = curator_input(()).actions
DRAFT = rule("a.draft", text="Give 15 mg.", **WEB_RULE)


def all_alike(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the same vector for every text."""
    return np.ones((len(texts), 1), np.float32)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        pytest.param(rule("a.other", text="Zoom in."), "", id="another rule"),
        pytest.param(rule("a.same", text="Other words.", **WEB_RULE), "as a.same does; edit that", id="same verdicts"),
        pytest.param(
            rule("a.round", text="Else.", when=f"{WEB_RULE['when']} && !{WEB_RULE['require']}", require="false"),
            "the same 6 decisions violate it and a.round",
            id="turned round",
        ),
        pytest.param(rule("a.words", text="give 15 MG"), "says the same as a.words", id="same words"),
        pytest.param(rule("a.draft", text="Give 15 mg.", **WEB_RULE), "", id="itself, before the edit"),
        pytest.param(rule("a.far", agent="other", text="Give 15 mg."), "", id="another agent's"),
    ],
)
def test_duplicates_without_an_embedder(other: Rule, says: str) -> None:
    outcome = check_duplicates(DRAFT, [other], RECORDED, None)
    assert outcome.ok is (not says)
    assert says in outcome.detail
    assert outcome.value.startswith(("1 rule, 24 decisions", "0 rules, 24 decisions"))


def test_two_rules_that_nothing_violates_are_not_the_same_for_that() -> None:
    quiet = rule("a.quiet", text="Else.", when='action.name == "zoom"', require="false")
    other = rule("a.other", text="Zoom in.", when='action.name == "segment"', require="false")
    assert check_duplicates(quiet, [other], RECORDED, None).ok


def test_near_words_are_a_duplicate_and_another_number_is_not() -> None:
    draft = rule("a.draft", text="Write brief, friendly and plain turns; encourage the learner.")
    near = rule("a.near", text="Keep turns short, kind and clear; praise the student.")
    outcome = check_duplicates(draft, [near], RECORDED, Embedding("alike", all_alike))
    assert not outcome.ok
    assert "says nearly the same (cosine 1.00) as a.near" in outcome.detail
    assert outcome.value.endswith("words and meaning compared")
    tenfold = check_duplicates(DRAFT, [rule("a.tenfold", text="Give 150 mg.")], RECORDED, Embedding("alike", all_alike))
    assert tenfold.ok
    assert "a.tenfold looks alike but differs: numbers" in tenfold.detail


@pytest.mark.parametrize(
    ("other", "ok", "says"),
    [
        pytest.param(rule("a.same", text="Other words.", **WEB_RULE), True, "judge all 12 decisions alike", id="alike"),
        pytest.param(rule("a.words", text="give 15 MG"), True, "say the same", id="same words"),
        pytest.param(rule("a.not", text="Do not give 15 mg."), False, ": negation", id="the opposite"),
        pytest.param(rule("a.solver", text="Give 15 mg.", audience="solver"), False, "keep both", id="other readers"),
    ],
)
def test_two_rules_are_the_same_when_one_may_go_for_the_other(other: Rule, ok: bool, says: str) -> None:
    outcome = check_same(DRAFT, other, RECORDED, Embedding("alike", all_alike))
    assert outcome.ok is ok
    assert says in outcome.detail


def test_a_conflict_of_the_others_is_not_the_drafts() -> None:
    impossible = rule("a.impossible", when="true", require="false")
    assert check_conflicts(DRAFT, [impossible], RECORDED, TUTOR_CONTEXT, NAMES).ok
    mine = check_conflicts(impossible, [DRAFT], RECORDED, TUTOR_CONTEXT, NAMES)
    assert not mine.ok
    assert mine.detail.startswith("a.impossible forbids all")
