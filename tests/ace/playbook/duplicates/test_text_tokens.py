"""The tokens of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.playbook.duplicates import text_tokens as module
from ace.playbook.duplicates.text_tokens import read_tokens


@given(st.text(st.sampled_from("aB1. -/%`_(:w'\n"), max_size=60))
def test_the_short_way_for_prose_reads_the_same(text: str) -> None:
    if not module._MAY_HOLD_CODE.search(text):
        whole = [(match.lastgroup, match.group()) for match in module._TOKEN.finditer(text)]
        assert whole == [(match.lastgroup, match.group()) for match in module._PROSE_TOKEN.finditer(text)]


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        ("The findings, of 2 studies!", [None, "find", None, None, "2", "study", None]),
        ("don't ask twice", ["don't", "ask", "twice"]),
        ("never `Zoom In` 1,000 x", [None, "zoom in", "1,000", "x"]),
    ],
)
def test_what_each_word_says_by_itself(text: str, contents: list[str | None]) -> None:
    assert [token.content for token in read_tokens(text)] == contents


def test_capitals_make_a_name_but_not_at_the_start_of_a_sentence() -> None:
    assert [token.raw for token in read_tokens("Ask Anna. Then the ECG, Not me") if token.is_name] == ["Anna", "ECG"]


def test_numbers_and_units_are_read_in_digits_and_words() -> None:
    assert [(token.number, token.unit) for token in read_tokens("fifteen milligrams, 5 %")] == [
        ("15", ""), ("", "mg"), ("", ""), ("5", ""), ("", "percent"),
    ]  # fmt: skip
