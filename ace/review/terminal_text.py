"""Styled lines for a terminal: a small palette of ANSI codes, and wrapping that counts what is seen. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ace.text.visible_text import display_width

Style: TypeAlias = Literal["plain", "bold", "dim", "added", "deleted", "changed", "alarm"]
_CODES: dict[Style, str] = {
    "plain": "",
    "bold": "1",
    "dim": "2",
    "added": "32",
    "deleted": "31",
    "changed": "33",
    "alarm": "1;31",
}
# Between characters of scripts without blanks a line may break anywhere.
_WIDE = (
    "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\U00020000-\U0003fffd"
)
_WORDS = re.compile(rf"\s+|[{_WIDE}]|[^\s{_WIDE}]+")


class Span(NamedTuple):
    """A piece of one line in one style. `text` must already be safe to show; `is_whole`: never broken inside."""

    text: str
    style: Style = "plain"
    is_whole: bool = False


class Line(NamedTuple):
    """One line; where it is wrapped, the rest is indented by `hang` blanks."""

    spans: Sequence[Span]
    hang: int = 4


def render_lines(lines: Iterable[Line], *, color: bool, width: int | None) -> str:
    """Return `lines` as text with a newline after each. `width` None: never wrapped. Nothing is ever cut."""
    shown = (piece for line in lines for piece in (_wrap(line, width) if width else [line.spans]))
    return "".join(_paint(spans, color).rstrip(" ") + "\n" for spans in shown)


def wrap_lines(lines: Iterable[Line], width: int) -> list[list[Span]]:
    """Return the rows that `lines` take at `width` columns, each as its spans."""
    return [row for line in lines for row in _wrap(line, width)]


def _paint(spans: Sequence[Span], color: bool) -> str:
    while spans and not spans[-1].text.strip(" "):
        spans = spans[:-1]
    if spans:
        spans = [*spans[:-1], spans[-1]._replace(text=spans[-1].text.rstrip(" "))]
    if not color:
        return "".join(span.text for span in spans)
    return "".join(
        f"\x1b[{_CODES[span.style]}m{span.text}\x1b[0m" if _CODES[span.style] else span.text for span in spans
    )


def _wrap(line: Line, width: int) -> list[list[Span]]:
    """Break at blanks, and beside wide characters: a path or a word longer than the line stays whole, to be copied."""
    rows: list[list[Span]] = [[]]
    column = 0
    for span in line.spans:
        for word in [span.text] if span.is_whole else _WORDS.findall(span.text):
            size = display_width(word.rstrip())
            if column + size > width and column > line.hang and not word.isspace():
                if not any(part.text.strip() for part in rows[-1]):
                    rows.pop()
                rows.append([Span(" " * line.hang)])
                column = line.hang
            _append(rows[-1], Span(word, span.style))
            column += display_width(word)
    return rows


def _append(row: list[Span], span: Span) -> None:
    if row and row[-1].style == span.style:
        row[-1] = Span(row[-1].text + span.text, span.style)
    else:
        row.append(span)
