"""Fields of rows from outside: text and numbers become one line, anything else says why it cannot be used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.sample_import.read_json import Pairs
from ace.sample_import.row import RowError, case_id, fields_of, need, slug_of, text_of
from runtime.samples.case_file import Case


@pytest.mark.parametrize(
    ("value", "text"),
    [("  Left \n lung ", "Left lung"), (4, "4"), (2.0, "2"), (0.25, "0.25"), (None, ""), ("", "")],
    ids=["spaces", "int", "whole float", "float", "null", "empty"],
)
def test_text_and_numbers_are_read_as_one_line(value: object, text: str) -> None:
    assert text_of({"answer": value}, "answer") == text


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (True, "answer is a bool"),
        (["a"], "answer is a list"),
        ({}, "answer is a dict"),
        (Pairs([("a", 1)]), "answer is a dict"),
        (float("nan"), "no finite number"),
        (10**5000, "too large"),
        (None, "answer is empty"),
        ("  ", "answer is empty"),
    ],
    ids=["bool", "list", "object", "object as read", "nan", "huge", "null", "blank"],
)
def test_what_is_no_text_says_so(value: object, says: str) -> None:
    with pytest.raises(RowError, match=says):
        need({"answer": value}, "answer")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("left\u202elung", "bidirectional mark"),
        ("half \ud800 moon", "lone surrogate"),
        ("\x1b[31mred", "control character"),
        ("zero\u200bwidth", "zero-width character"),
    ],
)
def test_what_nobody_sees_is_found_where_text_enters(text: str, kind: str) -> None:
    with pytest.raises(RowError, match=f"answer holds a {kind}"):
        text_of({"answer": text}, "answer")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (Pairs([("q", 1), ("a", 2), ("q", 1)]), "q is written twice"),
        (Pairs([("\ud800", 1), ("\ud800", 2)]), "a field name holds a lone surrogate"),
        (7, "not an object"),
        ([["q", 1]], "not an object"),
        (None, "not an object"),
    ],
    ids=["twice", "twice and odd", "number", "list", "null"],
)
def test_a_row_that_is_no_object_or_says_a_thing_twice_is_refused(raw: object, says: str) -> None:
    with pytest.raises(RowError, match=says):
        fields_of(raw)
    assert fields_of(Pairs([("q", 1), ("a", 2)])) == {"q": 1, "a": 2}


@pytest.mark.parametrize(
    ("one", "other"),
    [("q" * 60 + "1", "q" * 60 + "2"), ("a_1", "a-1"), ("é1", "1"), ("1.2", "1 2")],
    ids=["long", "marks", "letters lost", "point"],
)
def test_ids_that_lose_something_are_told_apart(one: str, other: str) -> None:
    assert case_id("set", one) != case_id("set", other)
    assert len(case_id("set", one)) <= 80


@given(st.text(max_size=80), st.text(min_size=1, max_size=20))
def test_any_id_becomes_one_that_sample_files_take(own: str, content: str) -> None:
    made = case_id("vqa-rad", own, content)
    pattern = Case.model_fields["id"].metadata
    assert len(made) <= 80
    assert Case.__pydantic_validator__ is not None
    assert pattern
    assert made == made.lower()
    assert made.isascii()
    assert not made.endswith(("-", "."))
    assert case_id("vqa-rad", own, content) == made


def test_an_id_of_its_own_is_kept_and_a_missing_one_is_made_of_the_content() -> None:
    assert case_id("vqa-rad", "12", "x") == "vqa-rad.12"
    assert case_id("vqa-rad", "", "film.jpg", "Where?") == case_id("vqa-rad", "...", "film.jpg", "Where?")
    assert case_id("vqa-rad", "", "film.jpg", "Where?") != case_id("vqa-rad", "", "film.jpg", "What?")
    assert slug_of("XMLab 12/Source.JPG") == "xmlab-12-source-jpg"
