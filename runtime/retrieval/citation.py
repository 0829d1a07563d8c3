"""What a passage is cited by: readable, safe to print, and the same wherever the passage stands in its file."""

import re
import unicodedata

from runtime.contracts.json_types import content_hash

MAX_CHARS = 80
DIGITS = 10
_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[._:-][A-Za-z0-9]+)*")
_OTHER = re.compile(r"[^a-z0-9]+")


def document_id(name: str) -> str:
    """Return `name` when it is plain (letters, digits, single . _ : -; at most 80 characters), else a plain form of it.

    Names that differ give ids that differ: a changed name ends in digits of its hash.
    """
    if len(name) <= MAX_CHARS and _PLAIN.fullmatch(name):
        return name
    return f"{slug(name)}.{content_hash(name, DIGITS)}"


def passage_id(document: str, section: str, text: str) -> str:
    """Return `document` with a hash of the passage's section and text: additions and other orders do not change it."""
    return f"{document}.{content_hash([section, text], DIGITS)}"


def slug(text: str, max_chars: int = 48) -> str:
    """Return lower-case ASCII letters and digits of `text` with single hyphens between; "text" when there are none."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return _OTHER.sub("-", plain)[:max_chars].strip("-") or "text"
