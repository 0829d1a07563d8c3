"""The before/after table of one proposal as aligned lines for a terminal. Pure."""

from ace.review.evidence import EvidenceRecord
from ace.review.terminal_text import Line, Span, Style
from ace.review.trial_text import figure_rows
from ace.review.visible_text import display_width, escape_text

_VERDICT_STYLE: dict[str, Style] = {"confirmed": "added", "harmful": "alarm"}
# label, before, after, change, strength
_LEAST_WIDTHS = (24, 6, 6, 19, 5)
_RIGHT_ALIGNED = (1, 2)
_GAP = "   "


def figure_lines(evidence: EvidenceRecord) -> list[Line]:
    """Return a heading for each stage and sample count, a line for each figure, and who was measured.

    The verdict stands at the first measured figure, on a line of its own when nothing was measured.
    """
    style = _VERDICT_STYLE.get(evidence.verdict, "changed")
    table = _table(evidence)
    widths = [max(least, *(display_width(row[column]) for row in table)) for column, least in enumerate(_LEAST_WIDTHS)]
    verdict_at = 1 if evidence.trials else -1
    lines: list[Line] = []
    for number, row in enumerate(table):
        cells = [_cell(row, column, width) + _GAP for column, width in enumerate(widths)]
        spans = [Span("    " + "".join(cells[:3]), is_whole=True), *(Span(cell, is_whole=True) for cell in cells[3:])]
        lines.append(Line([*spans, Span(evidence.verdict, style, True)] if number == verdict_at else spans, 8))
    if not evidence.trials:
        lines.append(Line([Span("    verdict   "), Span(evidence.verdict, style)], 14))
    measured = f"    measured  with {escape_text(evidence.controller)}, drafted by {escape_text(evidence.curator)}"
    return [*lines, Line([Span(measured)], 14)]


def _table(evidence: EvidenceRecord) -> list[tuple[str, ...]]:
    table: list[tuple[str, ...]] = [] if evidence.trials else [("not tried", "before", "after", "change", "")]
    group = ("", "")
    for row in figure_rows(evidence):
        if row.stage and row.n and (row.stage, row.n) != group:
            group = (row.stage, row.n)
            table.append((f"{row.stage:<10} {row.n}", "before", "after", "change [95%]", row.evidence[:1]))
        count = f" {row.n}" if row.n and not row.stage else ""
        cells = (f"  {row.label}{count}", row.before, row.after, row.change, row.evidence[2:])
        table.append(tuple(escape_text(cell) for cell in cells))
    return table


def _cell(row: tuple[str, ...], column: int, width: int) -> str:
    blanks = " " * (width - display_width(row[column]))
    return blanks + row[column] if column in _RIGHT_ALIGNED else row[column] + blanks
