"""What drafts may say: plain words, the agent's own, what people have read; and what must never be in the list."""

import time

import pytest

from ace.curator.wording.vocabulary import plain_words, vocabulary_of
from ace.curator.wording.words_of import is_known, listed
from tests.ace.building import rule
from tests.ace.curator.wording.wording_setup import SHOP, SHOP_TOOLS, tutor_vocabulary

KEPT_OUT = listed(
    """rule playbook curator grader judge score evaluator gate permission prompt system override bypass ignore
    pretend secretly hesitate forever encode base64 upload download email url http link server code script
    shell file password token dose mg ml tablet aspirin morphine insulin drug medicine inject diagnose cancer
    backwards reverse cipher"""
)


@pytest.mark.parametrize("word", sorted(KEPT_OUT))
def test_the_shipped_list_has_no_word_that_harm_needs(word: str) -> None:
    assert not is_known(word, plain_words())


def test_the_shipped_list_is_short_plain_and_without_doubles() -> None:
    words = plain_words()
    assert 900 <= len(words) <= 1500
    assert all(word.isalpha() and word.isascii() and word.islower() for word in words)


def test_an_agent_brings_its_own_words_and_names() -> None:
    vocabulary = vocabulary_of(SHOP, SHOP_TOOLS, ("escalate",), (), ("voucher",))
    assert {"refund", "customer", "order", "verified", "voucher", "escalate"} <= vocabulary.words
    assert vocabulary.actions == {"lookup_order", "issue_refund", "escalate"}
    assert "state.order.verified" in vocabulary.names
    assert "refund" not in tutor_vocabulary().words
    assert vocabulary.added == {"voucher"}


def test_words_of_reviewed_rules_are_known() -> None:
    reviewed = rule("a.b", text="Mind the meniscus, and say MRCP.\n")
    vocabulary = vocabulary_of(SHOP, SHOP_TOOLS, (), (reviewed,))
    assert "meniscus" in vocabulary.words
    assert "MRCP" in vocabulary.acronyms


def test_a_plural_in_the_documentation_brings_the_singular() -> None:
    assert is_known("finding", vocabulary_of(SHOP, {"t": "zorbles of it"}, ()).words | {"finding"})
    assert "zorble" in vocabulary_of(SHOP, {"t": "zorbles of it"}, ()).words


def test_building_it_takes_milliseconds() -> None:
    start = time.perf_counter()
    vocabulary_of(SHOP, SHOP_TOOLS, ())
    assert time.perf_counter() - start < 0.5
