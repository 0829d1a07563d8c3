"""Formats of JSONL knowledge, by what a line holds. A new one is one file and one line here."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.retrieval.importers import medquad, openstax, plain_jsonl
from runtime.retrieval.importers.document import Document

ReadLine: TypeAlias = Callable[[JsonObject, str, int], Document]


class LineFormat(NamedTuple):
    """A line with all of `keys` is in this format; `read` makes a document of it, or raises ValidationError."""

    name: str
    keys: frozenset[str]
    read: ReadLine


# The first that fits is taken: the more particular ones come first.
LINE_FORMATS: tuple[LineFormat, ...] = (
    LineFormat("openstax", openstax.KEYS, openstax.read_openstax),
    LineFormat("medquad", medquad.KEYS, medquad.read_medquad),
    LineFormat("texts", plain_jsonl.KEYS, plain_jsonl.read_plain),
)


def line_format(keys: Iterable[str]) -> LineFormat | None:
    """Return the format of a line with these keys, or None."""
    present = frozenset(keys)
    return next((found for found in LINE_FORMATS if found.keys <= present), None)


def known_formats() -> str:
    """Return the formats as an error message lists them."""
    return "; ".join(f"{item.name} ({', '.join(sorted(item.keys))})" for item in LINE_FORMATS)
