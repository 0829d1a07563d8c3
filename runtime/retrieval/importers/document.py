"""What every importer gives: documents of sections, and what could not be read. Documents become passages here."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from runtime.contracts.json_types import content_hash
from runtime.retrieval.chunk import Span, chunk
from runtime.retrieval.citation import passage_id
from runtime.retrieval.passage import MAX_TITLE_CHARS, VERSION_DIGITS, Passage

# Control characters but line feed and tab, and halves of a surrogate pair: each becomes one blank, so offsets stay.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Section(NamedTuple):
    """`span` of the document's text under the headings `path`."""

    path: str
    span: Span


@dataclass(frozen=True)
class Document:
    """One text with its sections. `id` begins the citations; `is_named`: a short document is cited by `id` alone."""

    id: str
    title: str
    text: str
    sections: tuple[Section, ...]
    source: str
    line: int
    is_named: bool = False


@dataclass(frozen=True)
class Unusable:
    """A line (counted from 1; 0: the file as a whole) that gave nothing, and why."""

    path: Path
    line: int
    reason: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else str(self.path)
        return f"{where}: {self.reason}"


def whole(text: str) -> tuple[Section, ...]:
    """Return the one section of a document without headings."""
    return (Section("", Span(0, len(text))),)


def clean_document(text: str) -> str:
    """Return `text` with a blank for each control character and lone surrogate; its length stays."""
    return _UNPRINTABLE.sub(" ", text)


def one_line(text: str) -> str:
    """Return a title or heading as one line of at most 160 characters."""
    return " ".join(clean_document(text).split())[:MAX_TITLE_CHARS]


def passages(documents: Iterable[Document]) -> Iterator[tuple[Document, Passage]]:
    """Yield every passage with its document; `document.text[start:end]` is the passage's text."""
    for document in documents:
        version = content_hash(document.text, VERSION_DIGITS)
        spans = [(section.path, span) for section in document.sections for span in chunk(document.text, *section.span)]
        is_alone = document.is_named and len(spans) == 1
        for path, span in spans:
            text = document.text[span.start : span.end]
            yield (
                document,
                Passage(
                    citation=document.id if is_alone else passage_id(document.id, path, text),
                    title=document.title,
                    text=text,
                    source=document.source,
                    section=path,
                    start=span.start,
                    end=span.end,
                    version=version,
                ),
            )
