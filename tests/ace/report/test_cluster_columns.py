"""Two columns that never run into each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.report.cluster_columns import beside, wrap_columns
from ace.text.visible_text import display_width

TEXT = st.text(st.sampled_from("ab c漢e\u0301- "), max_size=60)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("one two three", ["one two", "three"]),
        ("abcdefghij", ["abcdefgh", "ij"]),
        ("a abcdefghij b", ["a", "abcdefgh", "ij b"]),
        ("漢漢漢漢漢", ["漢漢漢漢", "漢"]),
    ],
    ids=["empty", "words", "long-word", "long-word-between", "wide"],
)
def test_lines_are_broken_at_blanks_else_anywhere(text: str, lines: list[str]) -> None:
    assert wrap_columns(text, 8) == lines


@given(TEXT, st.integers(2, 20))
def test_nothing_is_lost_and_no_line_is_too_wide(text: str, width: int) -> None:
    lines = wrap_columns(text, width)
    assert all(display_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.lists(TEXT, max_size=4), st.lists(TEXT, max_size=4), st.integers(20, 120))
def test_columns_stand_beside_each_other(left: list[str], right: list[str], width: int) -> None:
    lines = beside(left, right, width)
    assert all(display_width(line) <= width for line in lines)
    assert len({display_width(line.split("|")[0]) for line in lines}) <= 1
