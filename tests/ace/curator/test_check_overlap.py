"""A draft beside the rules in force."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from ace.curator.check_overlap import check_conflicts, check_duplicates
from ace.playbook.recorded_decisions import decisions_of
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.rule import Rule
from tests.ace.building import WEB_RULE, curator_input, rule, web_episodes

DECISIONS = tuple(decisions_of(web_episodes()))
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
        pytest.param(rule("a.words", text="give 15 MG"), "says the same as a.words", id="same words"),
        pytest.param(rule("a.draft", text="Give 15 mg.", **WEB_RULE), "", id="itself, before the edit"),
        pytest.param(rule("a.far", agent="other", text="Give 15 mg."), "", id="another agent's"),
    ],
)
def test_duplicates_without_an_embedder(other: Rule, says: str) -> None:
    outcome = check_duplicates(DRAFT, [other], DECISIONS, None)
    assert outcome.ok is (not says)
    assert says in outcome.detail


def test_near_words_are_a_duplicate_and_another_number_is_not() -> None:
    draft = rule("a.draft", text="Write brief, friendly and plain turns; encourage the learner.")
    near = rule("a.near", text="Keep turns short, kind and clear; praise the student.")
    outcome = check_duplicates(draft, [near], DECISIONS, Embedding("alike", all_alike))
    assert not outcome.ok
    assert "says nearly the same (cosine 1.00) as a.near" in outcome.detail
    assert outcome.value.endswith("words and meaning compared")
    tenfold = check_duplicates(
        DRAFT, [rule("a.tenfold", text="Give 150 mg.")], DECISIONS, Embedding("alike", all_alike)
    )
    assert tenfold.ok
    assert "a.tenfold looks alike but differs: numbers" in tenfold.detail


def test_a_conflict_of_the_others_is_not_the_drafts() -> None:
    impossible = rule("a.impossible", when="true", require="false")
    assert check_conflicts(DRAFT, [impossible], DECISIONS, TUTOR_CONTEXT, NAMES).ok
    mine = check_conflicts(impossible, [DRAFT], DECISIONS, TUTOR_CONTEXT, NAMES)
    assert not mine.ok
    assert mine.detail.startswith("a.impossible forbids all")
