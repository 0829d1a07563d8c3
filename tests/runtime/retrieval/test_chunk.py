import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.retrieval.chunk import MAX_CHARS, Span, chunk

SENTENCE = "One sentence of some forty characters ok. "


@given(st.text(alphabet="ab. \n\t", max_size=4000), st.integers(0, 50))
def test_every_visible_character_is_in_exactly_one_passage(text: str, start: int) -> None:
    spans = chunk(text, min(start, len(text)))
    covered = [index for span in spans for index in range(span.start, span.end)]
    assert covered == sorted(set(covered))
    missing = set(range(min(start, len(text)), len(text))) - set(covered)
    assert all(text[index].isspace() for index in missing)
    for span in spans:
        part = text[span.start : span.end]
        assert part == part.strip()
        assert 0 < len(part) <= MAX_CHARS


def test_a_short_text_is_one_passage_without_its_margins() -> None:
    assert chunk("\n  Two words \n") == [Span(3, 12)]


@pytest.mark.parametrize("text", ["", "  \n\t"], ids=["empty", "blank"])
def test_nothing_gives_nothing(text: str) -> None:
    assert chunk(text) == []


def test_paragraphs_stay_whole_while_they_fit() -> None:
    text = "\n\n".join("x" * 400 for _ in range(3))
    assert [span.end - span.start for span in chunk(text)] == [802, 400]


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = SENTENCE * 40
    spans = chunk(text)
    assert all(text[span.end - 1] == "." for span in spans)
    assert all(text[span.start : span.start + 3] == "One" for span in spans)


def test_a_long_sentence_is_cut_between_words_and_a_long_word_inside() -> None:
    words = "word " * 300
    assert all(words[span.end - 1] == "d" for span in chunk(words))
    assert [span.end - span.start for span in chunk("y" * 2500)] == [1000, 1000, 500]


def test_only_the_named_part_is_cut() -> None:
    assert chunk("abc def ghi", 4, 7) == [Span(4, 7)]
