"""Names a reader can follow, made by template."""

import pytest

from analyzers.clusters.naming import MAX_EXAMPLE, MAX_WORDS, shared_words, template_name
from tests.analyzers.clusters.runs import key


def test_one_signature_is_named_by_its_message() -> None:
    only = key("asked 3 times")
    assert template_name(only, {only: 4}, "asked 3 times") == "late (book): asked <n> times"


def test_several_are_named_by_what_they_share_and_an_example() -> None:
    one = key("the booking failed: no answer from airline after midnight", error_class="timeout")
    two = key("the booking failed: hotel says it is closed", error_class="timeout")
    name = template_name(one, {one: 1, two: 3}, "the booking failed: hotel 3 says it is closed")
    assert name == 'late (book, timeout): booking failed; as in "the booking failed: hotel 3 says it is closed"'


def test_several_that_differ_in_a_word_are_named_by_the_medoid() -> None:
    one, two = key("the booking of a flight failed at the gate"), key("the booking of a hotel failed at the gate")
    assert template_name(one, {one: 3, two: 2}, "x") == f"late (book): {one.message} (2 wordings)"


def test_what_is_not_common_is_not_claimed() -> None:
    one, two, three = (key(f"{word} {word}", error_class=word) for word in ("alpha", "beta", "gamma"))
    name = template_name(one, {one: 1, two: 1, three: 1}, "beta beta")
    assert name == 'late (book): alpha alpha; as in "beta beta"'


def test_a_class_that_repeats_the_detector_is_left_out() -> None:
    only = key("no JSON", detector="malformed_action", error_class="malformed", tool="")
    assert template_name(only, {only: 1}) == "malformed_action: no JSON"


@pytest.mark.parametrize("word", ["very", "the"])
def test_a_name_is_bounded(word: str) -> None:
    one, two = key(f"{word} long " * 40), key(f"{word} long " * 40 + "end")
    other = key("wholly different, and long " * 40)
    assert 0 < len(shared_words(one, {one: 1, two: 1})) <= MAX_WORDS
    for group in ({one: 1, two: 1}, {one: 1, other: 1}, {one: 1, other: 3}):
        assert len(template_name(one, group, "x" * 1000)) < MAX_EXAMPLE + 250
