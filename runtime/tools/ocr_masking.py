"""Who and when, out of text read in a picture or a file's header. What is found becomes [identifier] or [date]."""

import re
from collections.abc import Iterable
from typing import NamedTuple

IDENTIFIER, DATE = "[identifier]", "[date]"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_DATES = re.compile(
    r"(?<!\d)(?:"
    r"(?:19|20)\d\d([-./]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])"  # 20240131, 2024-01-31
    r"|(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}"
    rf"|\d{{1,2}}[-./ ]{{0,2}}{_MONTH}[-./, ]{{0,2}}(?:\d{{4}}|\d\d)"  # 31-JAN-24
    r"|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d\d)"  # 31.1.2024, 1/31/24
    r")(?!\d)"
    rf"|\b{_MONTH}[. ]{{0,2}}\d{{1,2}}(?:st|nd|rd|th)?,? {{0,2}}(?:19|20)\d\d\b",  # January 31, 2024
    re.IGNORECASE,
)
_MIN_WORD_CHARS = 3


class Identifiers(NamedTuple):
    """What names a person or a place: `words` wherever they stand, `phrases` only as a whole."""

    words: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()


def words_of(values: Iterable[str]) -> frozenset[str]:
    """Return the words of names and numbers, lower case; parts under three characters would hide too much."""
    parts = (part for value in values for part in re.split(r"[\W_]+", value.casefold()))
    return frozenset(part for part in parts if len(part) >= _MIN_WORD_CHARS)


def mask_text(text: str, identifiers: Identifiers) -> str:
    """Return `text` without dates and without what `identifiers` names; case and the space between words do not matter.

    A name that was misread by a letter, or one that the header does not hold, stays: this is a guard, not a proof.
    """
    for phrase in sorted(identifiers.phrases, key=len, reverse=True):
        spaced = r"\s+".join(re.escape(part) for part in phrase.split())
        if spaced:
            text = re.sub(rf"(?<!\w){spaced}(?!\w)", IDENTIFIER, text, flags=re.IGNORECASE)
    text = _DATES.sub(DATE, text)
    return re.sub(r"[^\W_]+", lambda word: IDENTIFIER if word[0].casefold() in identifiers.words else word[0], text)
