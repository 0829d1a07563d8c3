"""Fields of rows from outside: text and numbers become one line, anything else says why it cannot be used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.sample_import.row import RowError, case_id, need, slug_of, text_of
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
        (float("nan"), "no finite number"),
        (10**5000, "too large"),
        (None, "answer is empty"),
        ("  ", "answer is empty"),
    ],
    ids=["bool", "list", "object", "nan", "huge", "null", "blank"],
)
def test_what_is_no_text_says_so(value: object, says: str) -> None:
    with pytest.raises(RowError, match=says):
        need({"answer": value}, "answer")


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
