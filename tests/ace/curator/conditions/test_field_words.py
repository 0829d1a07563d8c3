"""The words of fields: all of the tutor's, and what the documentation gives for another agent's."""

import pytest

from ace.curator.conditions.field_words import TUTOR_WORDS, words_of
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField


@pytest.mark.parametrize("field", TUTOR_CONTEXT, ids=lambda field: field.path)
def test_every_field_of_the_tutor_has_words_for_its_type(field: ContextField) -> None:
    words = words_of(field)
    assert words is TUTOR_WORDS[field.path]
    if isinstance(field.default, bool):
        assert words.yes
        assert words.no
    else:
        assert words.noun
    if isinstance(field.default, list):
        assert "{item}" in words.has
        assert "{item}" in words.has_not
    if words.one:
        assert "{count}" in words.one
        assert "{count}" in words.many


def test_there_are_no_words_for_fields_that_are_no_more() -> None:
    assert set(TUTOR_WORDS) == {field.path for field in TUTOR_CONTEXT}


@pytest.mark.parametrize(
    ("field", "yes", "no"),
    [
        (
            ContextField("state.paid", False, "the cart is paid (or free)"),
            "the cart is paid",
            "it is not so that the cart is paid",
        ),
        (
            ContextField("state.vip", False, "gold customer"),
            "`state.vip` (gold customer) is true",
            "`state.vip` (gold customer) is false",
        ),
        (
            ContextField("state.cart", [], "what was chosen"),
            "`state.cart` (what was chosen) is not empty",
            "`state.cart` (what was chosen) is empty",
        ),
    ],
    ids=["a clause", "no clause", "a list"],
)
def test_another_agents_words_come_from_its_documentation(field: ContextField, yes: str, no: str) -> None:
    assert (words_of(field).yes, words_of(field).no) == (yes, no)


def test_another_agents_text_is_empty_or_has_a_length() -> None:
    words = words_of(ContextField("state.note", "", "what was written"))
    noun = "`state.note` (what was written)"
    assert words.values == {"": (f"{noun} is empty", f"{noun} is not empty")}
    assert words.chars[0] == f"the length of {noun} is {{count}}"


def test_the_open_answer_is_said_without_naming_a_gate() -> None:
    words = TUTOR_WORDS["state.answer_open"]
    assert words.yes == "the student is right or has tried and had hint 3"
    assert not [one for one in TUTOR_WORDS.values() if "gate" in f"{one.yes} {one.no} {one.noun}"]


def test_a_field_of_the_same_name_with_another_meaning_has_its_own_words() -> None:
    assert words_of(ContextField("state.step", 0, "page of the form")).noun == "`state.step` (page of the form)"
