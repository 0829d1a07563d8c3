"""Texts that say the same in other words, and near misses that say something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.rejections.text_meaning import same_wording, same_words

BASE = "Show the report before you ask the student one question."


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        pytest.param(BASE, "Before you ask the student one question, show the report.", True, id="a clause moved"),
        pytest.param(BASE, "The report is shown before the student is asked a single question.", True, id="passive"),
        pytest.param(BASE, "Show the report before you pose one question to the learner.", True,
            id="words that say the same"),
        pytest.param(BASE, "Ask the student one question before you show the report.", False, id="turned round"),
        pytest.param(BASE, "Show the report after you ask the student one question.", False, id="after"),
        pytest.param(BASE, "Do not show the report before you ask the student one question.", False, id="not"),
        pytest.param(BASE, BASE.replace("one", "two"), False, id="another number"),
        pytest.param(BASE, BASE.replace("report", "image"), False, id="another thing"),
        pytest.param(BASE, BASE.replace("student", "novice student"), False, id="narrower"),
        pytest.param("Use it.", "Used it is.", True, id="forms of a short word"),
        pytest.param("Explain a term in words.", "Explain a word in terms.", False, id="bound to another word"),
        pytest.param("Give only one hint.", "Give at least one hint.", False, id="only"),
        pytest.param("", "", False, id="nothing"),
        pytest.param("It is.", "They do.", False, id="no word that says something"),
    ],
)  # fmt: skip
def test_same_wording(left: str, right: str, same: bool) -> None:
    assert same_wording(left, right) is same
    assert same_wording(right, left) is same


def test_the_same_words_are_the_same_but_for_case_and_spacing() -> None:
    assert same_words("Do it,  now.", "do it now")
    assert not same_words("", " ")
    assert not same_words("Do it.", "Do not do it.")


@given(text=st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    assert same_wording(text, text) in {True, False}
    assert not same_wording(text, f"{text} never")
