"""The before/after table of one proposal as aligned lines for a terminal. Pure."""

from ace.review.evidence import EvidenceRecord
from ace.review.stage_text import (
    control_summary,
    control_text,
    estimate_text,
    failed_guards,
    guard_summary,
    guard_text,
    look_text,
    measured_text,
    slice_summary,
    slice_text,
)
from ace.review.terminal_text import Line, Span, Style
from ace.review.trial_text import FigureRow, effect_rows, figure_rows
from ace.text.visible_text import display_width, escape_text

# label, before, after, change, strength
_LEAST_WIDTHS = (24, 6, 6, 19, 5)
_RIGHT_ALIGNED = (1, 2)
_GAP = "  "
# A longer label stands on a line of its own, so that the figures of all rows fit into 80 columns.
_LABEL_LIMIT = 28


def figure_lines(evidence: EvidenceRecord, everything: bool = False) -> list[Line]:
    """Return one effect size with its heading, the control, guards and slices in a line or two each, and who was
    measured.

    `everything`: each stage, metric, guard, slice and look with its figures instead.
    """
    table = _table(evidence, figure_rows(evidence) if everything else effect_rows(evidence))
    cells = [row for row in table if not isinstance(row, Line)]
    widths = [max(least, *(display_width(row[column]) for row in cells)) for column, least in enumerate(_LEAST_WIDTHS)]
    lines = [row if isinstance(row, Line) else _cell_line(row, widths) for row in table]
    lines += _every_stage(evidence) if everything else _stages(evidence)
    return [*lines, _row("measured", measured_text(evidence))]


def _stages(evidence: EvidenceRecord) -> list[Line]:
    lines = [_row("as a gate" if number == 0 else "", line) for number, line in enumerate(control_summary(evidence))]
    lines += [
        _row("guard", f"failed: {one.name}: {one.detail}", "alarm")
        for one in evidence.guards
        if one.name in failed_guards(evidence)
    ]
    if others := guard_summary(evidence):
        lines.append(_row("guards", others))
    return [
        *lines,
        *(_row("slices" if number == 0 else "", line) for number, line in enumerate(slice_summary(evidence))),
    ]


def _every_stage(evidence: EvidenceRecord) -> list[Line]:
    failed = failed_guards(evidence)
    guards = zip(evidence.guards, guard_text(evidence), strict=True)
    lines = [_row("control", line) for line in control_text(evidence)]
    lines += [_row("guard", line, "alarm" if guard.name in failed else "plain") for guard, line in guards]
    lines += [_row("slice", line) for line in slice_text(evidence)]
    lines += [_row("look", line) for line in look_text(evidence)]
    return [*lines, *(_row("estimate", line) for line in estimate_text(evidence))]


def _row(label: str, text: str, style: Style = "plain") -> Line:
    return Line([Span(f"    {label:<10}"), Span(escape_text(text), style)], 14)


def _table(evidence: EvidenceRecord, rows: list[FigureRow]) -> list[tuple[str, ...] | Line]:
    """Return the rows of cells, and the lines between them that keep to no column."""
    table: list[tuple[str, ...] | Line] = [] if evidence.trials else [("not tried", "before", "after", "change", "")]
    group = ("", "", "")
    for row in rows:
        if row.stage and not row.label:
            table.append(Line([Span(f"      {row.change}")], 8))
            continue
        if row.stage and (row.stage, row.n, row.evidence[:1] or group[2]) != group:
            group = (row.stage, row.n, row.evidence[:1])
            heading = "change [95%]" if row.change or row.evidence else ""
            table.append((f"{row.stage:<10} {row.n}", "before", "after", heading, row.evidence[:1]))
        label = escape_text(f"  {row.label}{f' {row.n}' if row.n and not row.stage else ''}")
        if display_width(label) > _LABEL_LIMIT:
            table.append(Line([Span(f"    {label}")], 8))
            label = ""
        table.append((label, row.before, row.after, row.change, row.evidence[2:]))
    return table


def _cell_line(row: tuple[str, ...], widths: list[int]) -> Line:
    cells = [_cell(row, column, width) + _GAP for column, width in enumerate(widths)]
    return Line([Span("    " + cells[0], is_whole=True), *(Span(cell, is_whole=True) for cell in cells[1:])], 8)


def _cell(row: tuple[str, ...], column: int, width: int) -> str:
    blanks = " " * (width - display_width(row[column]))
    return blanks + row[column] if column in _RIGHT_ALIGNED else row[column] + blanks
