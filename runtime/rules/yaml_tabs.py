"""Tabs between the values of a YAML file: some readers take them for spaces, others refuse the file."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_COMMENT = re.compile(r"(?:^|[ \t])#")


class Stretch(NamedTuple):
    """Offsets of a quoted text or of the lines of a block text, where a tab is a character like others."""

    start: int
    end: int


def find_separating_tab(text: str, texts: Sequence[Stretch]) -> int | None:
    """Return the offset of the first tab that is neither in one of `texts` (in order) nor in a comment, or None."""
    number, offset = 0, text.find("\t")
    while offset >= 0:
        while number < len(texts) and texts[number].end <= offset:
            number += 1
        is_inside = number < len(texts) and texts[number].start <= offset
        if not is_inside and not _is_comment(text, texts[number - 1].end if number else 0, offset):
            return offset
        offset = text.find("\t", offset + 1)
    return None


def _is_comment(text: str, after: int, offset: int) -> bool:
    """Return True when a `#` between the last quoted text and `offset` begins a comment on the same line."""
    start = max(text.rfind("\n", 0, offset) + 1, after)
    return _COMMENT.search(text[start:offset]) is not None
