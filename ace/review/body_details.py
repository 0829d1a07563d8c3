"""The end of a proposal's text: every figure, check and cost, for whoever wants more than one screen. Pure."""

from collections.abc import Sequence

from ace.evaluation.verdict_words import explain_verdict
from ace.review.evidence import EvidenceRecord
from ace.review.stage_text import control_text, estimate_text, guard_text, look_text, slice_text
from ace.review.trial_text import FigureRow, figure_rows
from ace.text.visible_text import display_width, escape_for_forge

_HEADINGS = ("", "measure", "n", "before", "after", "change [95%]", "evidence")


def because_lines(evidence: EvidenceRecord, verdict: str) -> list[str]:
    """Return the reason of the verdict as the record gives it, and what the verdict means."""
    if evidence.is_by_person and evidence.cluster is None:
        return []
    reason = escape_for_forge(evidence.verdict_reason)
    words = explain_verdict(verdict)
    lines = [f"Why this verdict: {reason}"] if reason else []
    return [*lines, *([""] if lines and words else []), *([f"What `{verdict}` means: {words}"] if words else [])]


def table_lines(evidence: EvidenceRecord) -> list[str]:
    """Return every trial before and after as a table; none where nothing was tried."""
    if not evidence.trials:
        return []
    rows: list[FigureRow | tuple[str, ...]] = [_HEADINGS, *figure_rows(evidence)]
    cells = [[escape_for_forge(cell).replace("|", "\\x7c") for cell in row] for row in rows]
    widths = [max(display_width(row[column]) for row in cells) for column in range(len(_HEADINGS))]
    lines = [_table_line(row, widths) for row in cells]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return [lines[0], rule, *lines[1:]]


def _table_line(row: list[str], widths: list[int]) -> str:
    padded = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
    return "| " + " | ".join(padded) + " |"


def check_lines(evidence: EvidenceRecord) -> list[str]:
    """Return the static checks, one a line."""
    if not evidence.checks:
        return []
    lines = ["Checked before anything was run:", ""]
    for check in evidence.checks:
        detail = f": {escape_for_forge(check.detail)}" if check.detail else ""
        lines.append(f"    {'ok    ' if check.ok else 'FAILED'} {escape_for_forge(check.name)}{detail}")
    return lines


def control_lines(evidence: EvidenceRecord) -> list[str]:
    """Return what the same rule did as a gate, in full."""
    return block("The same rule enforced by code (its text stays in the prompt)", control_text(evidence))


def guard_lines(evidence: EvidenceRecord) -> list[str]:
    """Return every guard, slice and look, one a line."""
    lines = [*guard_text(evidence), *slice_text(evidence), *look_text(evidence), *estimate_text(evidence)]
    return block("Checked on trials", lines)


def cost_lines(evidence: EvidenceRecord) -> list[str]:
    """Return who was measured, who drafted, and what it took; nothing of the cost where nothing was run."""
    who = f"Controller: `{escape_for_forge(evidence.controller)}`. Drafted by: `{escape_for_forge(evidence.curator)}`."
    cost = evidence.cost
    if not cost.model_calls:
        return [who]
    tokens = f"{cost.prompt_tokens} + {cost.completion_tokens} tokens"
    return [f"{who} Cost: {cost.model_calls} model calls, {tokens}, {cost.usd:.2f} USD, {cost.minutes:.1f} minutes."]


def block(title: str, lines: Sequence[str]) -> list[str]:
    """Return foreign lines as an indented block under their title; none without lines."""
    return [f"{title}:", "", *(f"    {escape_for_forge(line)}" for line in lines)] if lines else []
