"""What every importer reads a data set into: questions with their answer, and rows that cannot be used."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from runtime.contracts.json_types import content_hash

YES_NO = ("Yes", "No")
YES_NO_MAYBE = ("Yes", "No", "Maybe")


@dataclass(frozen=True)
class QuestionRow:
    """One question. `place` is file:row; `id` the case's id; `group` what no split cuts through (an image, a paper).

    `choices` are the options where the answer is one of a closed few, else empty. `kind` is the question's type: wrong
    options come from answers of the same kind. `image` is a file name below the folder of images, "" where the question
    is asked without one; `note` then says what it was about. `linked` names a question that this one is a rewording of.
    """

    place: str
    id: str
    group: str
    question: str
    answer: str
    kind: str
    choices: tuple[str, ...] = ()
    image: str = ""
    modality: str = ""
    organ: str = ""
    tags: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    explanation: str = ""
    reference: str = ""
    url: str = ""
    linked: str = ""
    note: str = ""


class SkippedRow(NamedTuple):
    """A row that was not imported: file:row, and why."""

    place: str
    reason: str


class ReadRows(NamedTuple):
    """A data set read: usable rows in the order of the file, and the others."""

    rows: tuple[QuestionRow, ...]
    skipped: tuple[SkippedRow, ...]


class RowError(Exception):
    """This row cannot be used; str() says why."""


def text_of(row: Mapping[str, object], name: str) -> str:
    """Return a field as one line of text, numbers written out; "" where it is absent.

    Raises: RowError for what is neither text nor a number.
    """
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowError(f"{name} is a {type(value).__name__}, not text")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise RowError(f"{name} is no finite number")
        return f"{value:g}"
    try:
        return " ".join(str(value).split())
    except ValueError as exc:  # Python writes out no integer of thousands of digits
        raise RowError(f"{name} is a number too large to write out") from exc


def need(row: Mapping[str, object], name: str) -> str:
    """Return a field's text. Raises: RowError when it is absent or empty."""
    text = text_of(row, name)
    if not text:
        raise RowError(f"{name} is empty")
    return text


def case_id(prefix: str, own: str, *content: str) -> str:
    """Return `<prefix>.<own id>` in the letters an id may have; of the content where the row has no id of its own."""
    slug = slug_of(own)
    return f"{prefix}.{slug or content_hash(content, 12)}"


def slug_of(text: str) -> str:
    """Return up to 48 of the ASCII letters and digits of `text`, lower-case, other characters as single hyphens."""
    kept = "".join(char if char.isascii() and char.isalnum() else " " for char in text.lower())
    return "-".join(kept.split())[:48].strip("-")
