"""What cannot be seen is written out."""

import pytest

from ace.text.visible_text import display_width, escape_for_forge, escape_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("größer 日本", "größer 日本"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("a\ufe0fb", "a\\ufe0fb"),
        ("a\U000e0041b", "a\\U000e0041b"),
        ("a\u2800b\u3164", "a\\u2800b\\u3164"),
        ("a\r\n\tb", "a\\r\\n\\tb"),
        ("a\u00a0b", "a\\xa0b"),
        ("a\x9bb\x7f", "a\\x9bb\\x7f"),
        ("[list] :smile:", "[list] :smile:"),
    ],
)
def test_hidden_characters_are_written_out(text: str, shown: str) -> None:
    assert escape_text(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ask @team", "ask \\x40team"),
        ("fixes #12", "fixes \\x2312"),
        ("GH-12", "GH\\x2d12"),
        ("!7", "\\x217"),
        ("<img src=x>", "\\x3cimg src=x>"),
        ("see https://evil.example", "see https:\\x2f\\x2fevil.example"),
        ("a < b, a != b, # 1, well-known", "a < b, a != b, # 1, well-known"),
        ("www.evil.example", "\\x77\\x77\\x77.evil.example"),
        ("![x](//evil.example/x.png)", "![x]\\x28//evil.example/x.png)"),
        ("x[0][1] awww.", "x[0][1] awww."),
    ],
)
def test_a_forge_has_nothing_to_act_on(text: str, shown: str) -> None:
    assert escape_for_forge(text) == shown


def test_wide_characters_take_two_columns_and_marks_none() -> None:
    assert (display_width("abc"), display_width("日本"), display_width("e\u0301")) == (3, 4, 1)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("cafe\u0301", "cafe\u0301", id="a mark on its letter"),
        pytest.param("\u0301x", "\\u0301x", id="a mark before the text"),
        pytest.param("- \u0338", "- \\u0338", id="a mark on a blank"),
        pytest.param("a" + "\u0300" * 6, "a" + "\u0300" * 4 + "\\u0300" * 2, id="a pile of marks"),
        pytest.param("\u0915\u094b\u0902", "\u0915\u094b\u0902", id="a mark on a vowel sign"),
        pytest.param("\x1b\u0301", "\\x1b\\u0301", id="a mark on what is written out"),
    ],
)
def test_a_combining_mark_stands_on_a_letter_or_is_written_out(text: str, shown: str) -> None:
    assert escape_text(text) == shown
    assert display_width("\u0e01\u0e31") == 1, "a mark of combining class 0 takes no column either"
