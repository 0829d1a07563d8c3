"""Two texts side by side where the terminal is wide enough, else one under the other. Pure."""

from collections.abc import Sequence
from itertools import zip_longest

from ace.text.visible_text import display_width

# Narrower than this, two columns would hold too few words to be read.
WIDE_COLUMNS = 100
_GAP = " | "


def wrap_columns(text: str, width: int) -> list[str]:
    """Return `text` (already safe to show) in lines of at most `width` columns, broken at blanks, else anywhere."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        rest = word
        if line and display_width(line) + 1 + display_width(word) <= width:
            line += f" {word}"
            continue
        if line or word == "":
            lines += [line] if line.strip() else []
            line = ""
        while display_width(rest) > width:
            cut = _fitting(rest, width)
            lines.append(rest[:cut])
            rest = rest[cut:]
        line = rest
    return [*lines, line] if line or not lines else lines


def _fitting(text: str, width: int) -> int:
    """Return how many characters of `text` fit, at least one."""
    used = 0
    for place, character in enumerate(text):
        used += display_width(character)
        if used > width:
            return max(place, 1)
    return len(text)


def beside(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Return the lines of two cells next to each other in `width` columns."""
    each = (width - len(_GAP)) // 2
    rows = zip_longest(_cell(left, each), _cell(right, each), fillvalue="")
    return [f"{one}{' ' * (each - display_width(one))}{_GAP}{two}".rstrip() for one, two in rows]


def _cell(lines: Sequence[str], width: int) -> list[str]:
    return [piece for line in lines for piece in wrap_columns(line, width)]
