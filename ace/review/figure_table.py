"""The before/after table of one proposal as aligned lines for a terminal. Pure."""

from ace.review.evidence import EvidenceRecord
from ace.review.stage_text import control_text, failed_guards
from ace.review.terminal_text import Line, Span, Style
from ace.review.trial_text import VERDICT_METRIC, figure_rows
from ace.review.visible_text import display_width, escape_text

_VERDICT_STYLE: dict[str, Style] = {"confirmed": "added", "harmful": "alarm"}
# label, before, after, change, strength
_LEAST_WIDTHS = (24, 6, 6, 19, 5)
_RIGHT_ALIGNED = (1, 2)
_GAP = "  "
# A longer label stands on a line of its own, so that the figures of all rows fit into 80 columns.
_LABEL_LIMIT = 28


def figure_lines(evidence: EvidenceRecord, verdict: str = "") -> list[Line]:
    """Return a heading for each stage and sample count, a line or two for each figure, guards, and who was measured.

    The verdict stands beside what the first `success` row fixed and broke, on a line of its own when there is none.
    `verdict` is what to say instead of the record's own.
    """
    shown = _verdict(verdict or evidence.verdict)
    table = _table(evidence, shown)
    cells = [row for row in table if not isinstance(row, Line)]
    widths = [max(least, *(display_width(row[column]) for row in cells)) for column, least in enumerate(_LEAST_WIDTHS)]
    lines = [row if isinstance(row, Line) else _cell_line(row, widths) for row in table]
    if not any(trial.metric == VERDICT_METRIC for trial in evidence.trials):
        lines.append(Line([Span("    verdict   "), shown], 14))
    lines += _guard_lines(evidence)
    measured = f"    measured  with {escape_text(evidence.controller)}, drafted by {escape_text(evidence.curator)}"
    return [*lines, Line([Span(measured)], 14)]


def _guard_lines(evidence: EvidenceRecord) -> list[Line]:
    """Return failed guards in full, the others by name, and what the control says; the body has every slice."""
    lines = [
        Line([Span(f"    guard     failed: {escape_text(f'{one.name}: {one.detail}')}", "alarm")], 14)
        for one in evidence.guards
        if one.status == "failed"
    ]
    others = [f"{one.name} {one.status}" for one in evidence.guards if one.name not in failed_guards(evidence)]
    lines += [Line([Span(f"    guards    {escape_text(', '.join(others))}")], 14)] if others else []
    return [*lines, *(Line([Span(f"    control   {escape_text(line)}")], 14) for line in control_text(evidence))]


def _table(evidence: EvidenceRecord, verdict: Span) -> list[tuple[str, ...] | Line]:
    """Return the rows of cells, and the lines between them that keep to no column."""
    table: list[tuple[str, ...] | Line] = [] if evidence.trials else [("not tried", "before", "after", "change", "")]
    group = ("", "", "")
    above, is_given = "", False
    for row in figure_rows(evidence):
        if row.stage and not row.label:
            has_verdict = above == VERDICT_METRIC and not is_given
            is_given = is_given or has_verdict
            table.append(_count_line(row.change, verdict if has_verdict else None))
            continue
        above = row.label
        if row.stage and (row.stage, row.n, row.evidence[:1] or group[2]) != group:
            group = (row.stage, row.n, row.evidence[:1])
            table.append((f"{row.stage:<10} {row.n}", "before", "after", "change [95%]", row.evidence[:1]))
        label = escape_text(f"  {row.label}{f' {row.n}' if row.n and not row.stage else ''}")
        if display_width(label) > _LABEL_LIMIT:
            table.append(Line([Span(f"    {label}")], 8))
            label = ""
        table.append((label, row.before, row.after, row.change, row.evidence[2:]))
    return table


def _count_line(counts: str, verdict: Span | None) -> Line:
    spans = [Span(f"      {counts}")]
    return Line([*spans, Span("    "), verdict] if verdict else spans, 8)


def _verdict(verdict: str) -> Span:
    style = "alarm" if verdict.startswith("unverified") else _VERDICT_STYLE.get(verdict, "changed")
    return Span(verdict, style, is_whole=True)


def _cell_line(row: tuple[str, ...], widths: list[int]) -> Line:
    cells = [_cell(row, column, width) + _GAP for column, width in enumerate(widths)]
    spans = [Span("    " + "".join(cells[:3]), is_whole=True), *(Span(cell, is_whole=True) for cell in cells[3:])]
    return Line(spans, 8)


def _cell(row: tuple[str, ...], column: int, width: int) -> str:
    blanks = " " * (width - display_width(row[column]))
    return blanks + row[column] if column in _RIGHT_ALIGNED else row[column] + blanks
