"""Texts as units and spans."""

import pytest

from ace.curator.wording.clauses import commands, sentences_of, split_sentences


def _spans(text: str) -> list[tuple[str, str]]:
    return [
        (span.marker, " ".join(span.words))
        for sentence in sentences_of(text)
        for unit in sentence
        for span in unit.spans
    ]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Call `retrieve` before web_browser.", [("", "call retrieve"), ("before", "web_browser")]),
        ("Before a hint, call it.", [("before", "a hint"), ("", "call it")]),
        ("When the student asks tell them.", [("when", "the student asks"), ("", "tell them")]),
        ("Do not stop and reveal it.", [("", "do not stop"), ("and", "reveal it")]),
        ("Use a_b, c_d or e_f.", [("", "use a_b c_d or e_f")]),
        ("Ask at least once.", [("", "ask at least once")]),
        ("Ask once the student tried.", [("", "ask"), ("once", "the student tried")]),
        ("Only after a try may you go on.", [("", "only"), ("after", "a try"), ("", "may you go on")]),
        ("Do this prior to that.", [("", "do this"), ("before", "that")]),
        ("Don't do it.", [("", "do not do it")]),
    ],
)
def test_spans_end_where_the_meaning_turns(text: str, spans: list[tuple[str, str]]) -> None:
    assert _spans(text) == spans


def test_units_end_at_semicolons_and_colons() -> None:
    sentences = sentences_of("Do a; do b: do c. Do d!")
    assert [len(sentence) for sentence in sentences] == [3, 1]
    assert sentences[0][1].words == ("do", "b")


def test_sentences_are_split_as_written() -> None:
    assert split_sentences("Do a.\nDo b now! Do c") == ["Do a.", "Do b now!", "Do c"]


def test_verbs_begin_commands() -> None:
    assert commands("reveal")
    assert not commands("student")
