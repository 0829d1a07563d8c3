"""Painting and wrapping."""

from hypothesis import given
from hypothesis import strategies as st

from ace.review.terminal_text import Line, Span, render_lines
from ace.text.visible_text import display_width


def test_plain_text_carries_no_codes() -> None:
    assert render_lines([Line([Span("a", "added"), Span(" b")])], color=False, width=None) == "a b\n"


def test_colour_is_closed_after_each_span() -> None:
    text = render_lines([Line([Span("a", "added"), Span(" b")])], color=True, width=None)
    assert text == "\x1b[32ma\x1b[0m b\n"


def test_blanks_at_the_end_of_a_row_go_also_in_colour() -> None:
    line = Line([Span("one two   ", "bold"), Span("three", "bold"), Span("  ", "added")])
    assert render_lines([line], color=True, width=10) == "\x1b[1mone two\x1b[0m\n    \x1b[1mthree\x1b[0m\n"


def test_nothing_is_wrapped_or_cut_in_a_pipe() -> None:
    long = "word " * 500 + "end"
    assert render_lines([Line([Span(long)])], color=False, width=None) == long + "\n"


def test_words_wrap_with_a_hanging_indent_and_nothing_is_lost() -> None:
    words = [f"word{number}" for number in range(40)]
    text = render_lines([Line([Span("    label     " + " ".join(words))], 14)], color=False, width=60)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 60
    assert all(line.startswith(" " * 14 + "word") for line in lines[1:])
    assert text.split()[1:] == words


def test_wide_characters_count_twice() -> None:
    text = render_lines([Line([Span(" ".join(["日本"] * 30))], 4)], color=False, width=60)
    assert max(display_width(line) for line in text.splitlines()) <= 60


def test_a_word_longer_than_the_line_stays_whole() -> None:
    path = "p/" * 60
    assert path in render_lines([Line([Span("a "), Span(path)], 4)], color=False, width=60)


def test_a_whole_span_is_not_broken_at_its_blanks() -> None:
    line = Line([Span("x " * 25), Span("one two three", is_whole=True)], 4)
    assert render_lines([line], color=False, width=60).splitlines()[1] == "    one two three"


def test_a_row_of_blanks_is_not_left_behind() -> None:
    line = Line([Span(" " * 50, is_whole=True), Span("fixed 62, broke 32", is_whole=True)], 8)
    assert render_lines([line], color=False, width=60) == "        fixed 62, broke 32\n"


def test_a_text_without_blanks_breaks_between_wide_characters() -> None:
    text = "先查询本地数据库" * 20
    shown = render_lines([Line([Span("    text      "), Span(text)], 14)], color=False, width=40)
    assert max(display_width(line) for line in shown.splitlines()) <= 40
    assert "".join(shown.split()) == "text" + text


@given(st.text("ab é日本e\u0301  ", max_size=120), st.integers(40, 100))
def test_only_a_word_can_overrun_a_line_and_nothing_is_lost(text: str, width: int) -> None:
    shown = render_lines([Line([Span("    text      "), Span(text)], 14)], color=False, width=width)
    for line in shown.splitlines():
        assert display_width(line) <= width or len(line.removeprefix("    text").split()) <= 1
    assert "".join(shown.split()) == "text" + "".join(text.split())
