"""Words are the unit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.review.word_diff import tokens_of, word_diff


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a b c", "a x c", "a [-b-]{+x+} c"),
        ("Do not give X", "Give X", "[-Do not give-]{+Give+} X"),
        ("give 10 mg", "give 100 mg", "give [-10-]{+100+} mg"),
        ("the first thing now", "a second item now", "[-the first thing-]{+a second item+} now"),
        ("x", "x y", "x{+ y+}"),
        ("", "", ""),
        (
            "\u5148\u67e5\u6570\u636e\u5e93",
            "\u5148\u8bfb\u6570\u636e\u5e93",
            "\u5148[-\u67e5-]{+\u8bfb+}\u6570\u636e\u5e93",
        ),
        ("un cafe\u0301 noir", "un cafe noir", "un [-cafe\u0301-]{+cafe+} noir"),
        ("\u0928\u0939\u0940\u0902 x", "\u0928 x", "[-\u0928\u0939\u0940\u0902-]{+\u0928+} x"),
    ],
)
def test_words_are_the_unit(before: str, after: str, expected: str) -> None:
    marks = {"equal": "{}", "delete": "[-{}-]", "insert": "{{+{}+}}"}
    assert "".join(marks[change.op].format(change.text) for change in word_diff(before, after)) == expected


@settings(deadline=None)
@given(st.text("ab .\n", max_size=30), st.text("ab .\n", max_size=30))
def test_a_word_diff_holds_both_texts_whole(before: str, after: str) -> None:
    changes = word_diff(before, after)
    assert "".join(change.text for change in changes if change.op != "insert") == before
    assert "".join(change.text for change in changes if change.op != "delete") == after


@given(st.text(max_size=40))
def test_tokens_join_to_their_text(text: str) -> None:
    assert "".join(tokens_of(text)) == text
