"""`ace diff` as text: one screen a proposal that says what changes, why, and what it did to the score. Pure."""

from collections.abc import Iterator

from ace.review.change_words import SIGNS
from ace.review.diff_options import DEFAULT_OPTIONS, DiffOptions
from ace.review.item_lines import item_lines, stat_lines
from ace.review.report import DiffReport, Plan
from ace.review.review_words import has_figures, legend, rejected_words
from ace.review.terminal_text import Line, Span, render_lines
from ace.text.visible_text import escape_text

__all__ = ["DEFAULT_OPTIONS", "MINIMUM_WIDTH", "SIGNS", "DiffOptions", "plan_text", "render_diff", "report_lines"]

MINIMUM_WIDTH = 40


def render_diff(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> str:
    """Return the whole report as text that ends with the plan and a newline."""
    width = None if options.width is None else max(options.width, MINIMUM_WIDTH)
    return render_lines(report_lines(report, options), color=options.color, width=width)


def report_lines(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> Iterator[Line]:
    """Return the whole report as lines: the base, each item, what the words mean, the plan."""
    yield _head_line(report)
    yield Line([])
    for item in report.items:
        yield from stat_lines(item) if options.stat else item_lines(report, item, options)
    if options.stat and report.items:
        yield Line([])
    if options.evaluation and not options.stat and has_figures(report):
        yield from (Line([Span(line, "dim")], 2) for line in legend(report, everything=options.traces))
        yield Line([])
    if words := rejected_words(report.rejected):
        yield Line([Span(escape_text(words))])
    yield Line([Span(plan_text(report.plan), "bold")])


def plan_text(plan: Plan) -> str:
    """Return the closing line: `Plan: 1 to add, 1 to change, 1 to delete.      promising 2`."""
    merged = f" ({plan.merged} merged into another rule)" if plan.merged else ""
    counts = f"Plan: {plan.add} to add, {plan.change} to change, {plan.delete} to delete{merged}."
    notes = [f"{verdict} {count}" for verdict, count in plan.verdicts]
    notes += [f"simulated {plan.simulated}"] if plan.simulated else []
    notes += [f"unreadable {plan.unreadable}"] if plan.unreadable else []
    notes += [f"problems {plan.problems}"] if plan.problems else []
    return f"{counts}      {'   '.join(notes)}" if notes else counts


def _head_line(report: DiffReport) -> Line:
    base = f"base {escape_text(report.base_name)}@{report.base_commit[:7]}"
    # Two commits are what they are; only what was measured can have been overtaken.
    state = f"..{escape_text(report.head)}" if report.head else f" ({'fresh' if report.is_fresh else 'stale'})"
    noun = "change" if report.head else "proposal"
    count = f"{len(report.items)} {noun}{'' if len(report.items) == 1 else 's'}"
    run = f" of run {escape_text(report.run)}" if report.run else ""
    return Line([Span(f"{base}{state}", "bold"), Span(f"     {count}{run}")])
