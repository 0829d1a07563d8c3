"""What every importer reads a data set into: questions with their answer, and rows that cannot be used."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ace.sample_import.read_json import Pairs
from runtime.contracts.json_types import content_hash
from runtime.rules.allowed_characters import find_forbidden

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


def fields_of(raw: object) -> Mapping[str, object]:
    """Return a row's fields. Raises: RowError for what is no object, and for one that names a field twice."""
    if not isinstance(raw, Pairs):
        raise RowError("not an object")
    fields = dict(raw)
    if len(fields) < len(raw):
        twice, _ = Counter(name for name, _ in raw).most_common(1)[0]
        raise RowError(f"{checked('a field name', twice)[:40]} is written twice")
    return fields


def text_of(row: Mapping[str, object], name: str) -> str:
    """Return a field as one line of text, numbers written out; "" where it is absent.

    Raises: RowError for what is neither text nor a number, and for text with characters that nobody sees.
    """
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        kind = "dict" if isinstance(value, Pairs) else type(value).__name__
        raise RowError(f"{name} is a {kind}, not text")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise RowError(f"{name} is no finite number")
        return f"{value:g}"
    try:
        return checked(name, " ".join(str(value).split()))
    except ValueError as exc:  # Python writes out no integer of thousands of digits
        raise RowError(f"{name} is a number too large to write out") from exc


def checked(name: str, text: str) -> str:
    """Return `text`. Raises: RowError when it holds what no sample file may: controls, bidi marks, surrogates ...

    Checked where text enters: a row's answer becomes other rows' wrong option before the row itself is looked at.
    """
    bad = find_forbidden(text)
    if bad is not None:
        raise RowError(f"{name} holds a {bad.kind} ({bad.code_point})")
    return text


def need(row: Mapping[str, object], name: str) -> str:
    """Return a field's text. Raises: RowError when it is absent or empty."""
    text = text_of(row, name)
    if not text:
        raise RowError(f"{name} is empty")
    return text


def case_id(prefix: str, own: str, *content: str) -> str:
    """Return `<prefix>.<own id>` in the letters an id may have; of the content where the row has no id of its own.

    An id that loses something on the way ends in a hash of itself, so that two that differ stay two.
    """
    slug = slug_of(own)
    if slug and slug != own.lower():
        slug = f"{slug[:40].rstrip('-')}-{content_hash(own, 8)}"
    return f"{prefix}.{slug or content_hash(content, 12)}"


def slug_of(text: str) -> str:
    """Return up to 48 of the ASCII letters and digits of `text`, lower-case, other characters as single hyphens."""
    kept = "".join(char if char.isascii() and char.isalnum() else " " for char in text.lower())
    return "-".join(kept.split())[:48].strip("-")
