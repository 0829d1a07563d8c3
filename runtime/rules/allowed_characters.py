"""Which characters a reviewed file may hold: text a reviewer sees as it is.

Refused are controls, bidi marks, zero-width characters, tag characters, variation selectors, line separators that only
some programs break at, private and unassigned code points; and words that mix scripts by look-alike letters. Unicode
normalisation (NFKC) removes neither tag characters nor look-alikes, so nothing is normalised: it is refused.
"""

import re
import unicodedata
from typing import NamedTuple

_ASCII_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NAMED: tuple[tuple[str, str], ...] = (
    ("bidirectional mark", "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"),
    ("zero-width character", "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0"),
    ("variation selector", "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"),
    ("tag character", "\U000e0000-\U000e007f"),
    ("lone surrogate", "\ud800-\udfff"),
    ("line separator", "\u0085\u2028\u2029"),
)
_KINDS = tuple((name, re.compile(f"[{chars}]")) for name, chars in _NAMED)
_WORD = re.compile(r"[^\W\d_]+")
# Greek letters that cannot be told from Latin ones; the others (alpha, beta, mu ...) are common in medical words.
_GREEK_LOOKALIKES = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορυικ")
_MIXABLE = ("CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "FULLWIDTH", "MATHEMATICAL", "LISU")


class BadCharacter(NamedTuple):
    """A character that may not be there: its offset in the text, its code point as U+XXXX, and its kind."""

    offset: int
    code_point: str
    kind: str


def find_forbidden(text: str) -> BadCharacter | None:
    """Return the first forbidden character of `text`, or None. Tab, line feed and carriage return are allowed."""
    control = _ASCII_CONTROL.search(text)
    if control is not None:
        return _bad(text, control.start(), "control character")
    if text.isascii():
        return None
    for kind, pattern in _KINDS:
        match = pattern.search(text)
        if match is not None:
            return _bad(text, match.start(), kind)
    for offset, char in enumerate(text):
        if char > "\x7f" and not char.isprintable() and unicodedata.category(char) != "Zs":
            return _bad(text, offset, "unprintable or unassigned character")
    return None


def find_mixed_script(text: str) -> str | None:
    """Return the first word of `text` that mixes Latin with look-alike letters of another script, or None."""
    if text.isascii():
        return None
    for match in _WORD.finditer(text):
        word = match.group()
        if not word.isascii() and _has_latin(word) and any(_is_lookalike(char) for char in word):
            return word
    return None


def _has_latin(word: str) -> bool:
    return any(char.isascii() or unicodedata.name(char, "").startswith("LATIN") for char in word)


def _is_lookalike(char: str) -> bool:
    return char in _GREEK_LOOKALIKES or unicodedata.name(char, "").startswith(_MIXABLE)


def _bad(text: str, offset: int, kind: str) -> BadCharacter:
    return BadCharacter(offset, f"U+{ord(text[offset]):04X}", kind)
