"""The hidden line that says what was written."""

from hypothesis import given
from hypothesis import strategies as st

from ace.forges.written_mark import MarkedBody, WrittenMark, plain_lines, read_mark, text_hash, with_mark

_MARK = WrittenMark("a" * 12, "b" * 12, "c" * 12, True)
_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=200)


@given(_TEXT, st.booleans())
def test_what_was_written_is_read_back(text: str, draft: bool) -> None:
    mark = _MARK._replace(draft=draft)
    found = read_mark(with_mark(text, mark))
    assert (plain_lines(found.text), found.mark) == (plain_lines(text), mark)


@given(_TEXT)
def test_line_ends_and_blanks_at_the_end_make_no_difference(text: str) -> None:
    assert text_hash(text) == text_hash(text.replace("\n", "  \r\n") + "\n\n")


def test_a_description_without_the_line_is_a_persons() -> None:
    assert read_mark("Our own words.") == MarkedBody("Our own words.", None)


def test_the_line_counts_at_the_end_only() -> None:
    assert read_mark(with_mark("x", _MARK) + "\n\nand more by a person").mark is None
