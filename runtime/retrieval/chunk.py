"""A document cut into passages: whole paragraphs while they fit, else sentences, else words; nothing lost or moved."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# About 240 tokens of English: what the embedding model reads of a text before it stops.
MAX_CHARS = 1000
CHUNKER = f"paragraph-{MAX_CHARS}-1"
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"\s+")


class Span(NamedTuple):
    """Characters `start` up to `end` of a text."""

    start: int
    end: int


def chunk(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Return the passages of `text[start:end]` as spans of `text`, in order, none longer than 1,000 characters.

    Every character that is no white space is in exactly one span; no span begins or ends with white space. A word
    longer than a passage is cut.
    """
    whole = _trimmed(text, Span(start, len(text) if end is None else end))
    if whole.start >= whole.end:
        return []
    return _pack(text, whole, (_PARAGRAPH, _SENTENCE, _WORD))


def _pack(text: str, whole: Span, breaks: tuple[re.Pattern[str], ...]) -> list[Span]:
    """Join pieces between `breaks[0]` greedily; a piece that is too long by itself is cut at the next kind of break."""
    if whole.end - whole.start <= MAX_CHARS:
        return [whole]
    if not breaks:
        return [Span(at, min(at + MAX_CHARS, whole.end)) for at in range(whole.start, whole.end, MAX_CHARS)]
    found: list[Span] = []
    held: Span | None = None
    for piece in _pieces(text, whole, breaks[0]):
        if held is not None and piece.end - held.start <= MAX_CHARS:
            held = Span(held.start, piece.end)
            continue
        if held is not None:
            found.append(held)
        parts = _pack(text, piece, breaks[1:])
        found += parts[:-1]
        held = parts[-1]
    return found if held is None else [*found, held]


def _pieces(text: str, whole: Span, separator: re.Pattern[str]) -> Iterator[Span]:
    at = whole.start
    for match in separator.finditer(text, whole.start, whole.end):
        if match.start() > at:
            yield Span(at, match.start())
        at = match.end()
    if at < whole.end:
        yield Span(at, whole.end)


def _trimmed(text: str, span: Span) -> Span:
    part = text[span.start : span.end]
    return Span(span.start + len(part) - len(part.lstrip()), span.end - len(part) + len(part.rstrip()))
