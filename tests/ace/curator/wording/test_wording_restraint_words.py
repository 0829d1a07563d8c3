"""Negations and their partners."""

import pytest

from ace.curator.wording.restraint_words import LIMITS, NO_LIMIT, OBLIGATION_GONE, holding, is_form_of, is_negator


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("do not use it", (1, 0)),
        ("never hesitate to use it", (1, 1)),
        ("do not avoid it", (2, 0)),
        ("hold it back", (1, 0)),
        ("hold the answer", (0, 0)),
        ("keep the answer out of hints", (1, 0)),
        ("use it", (0, 0)),
    ],
)
def test_negations_are_counted(words: str, counts: tuple[int, int]) -> None:
    assert holding(words.split()) == counts


def test_counting_ends_where_asked_but_sees_the_rest() -> None:
    assert holding(["keep", "the", "answer", "out"], 2) == (1, 0)
    assert holding(["use", "it", "not"], 2) == (0, 0)


def test_no_after_or_denies_nothing() -> None:
    assert not is_negator(["attempt", "or", "no"], 2)
    assert is_negator(["no", "attempt"], 0)


def test_forms_count_as_the_word() -> None:
    assert is_form_of("avoiding", frozenset({"avoid"}))
    assert not is_form_of("avoidance", frozenset({"avoid"}))


def test_limits_and_obligations_are_read() -> None:
    assert LIMITS.search("one hint level at a time")
    assert NO_LIMIT.search("do not raise it one at a time")
    assert not NO_LIMIT.search("never more than one")
    assert OBLIGATION_GONE.search("you need not call it")
