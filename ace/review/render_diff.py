"""`ace diff` as text: one screen that says what changes, why, and what it did to the score. Pure.

Foreign text is shown as data: what cannot be seen is written out, and a text of several lines stays in its column.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ace.review.change_words import enforcement_words, why_no_cluster
from ace.review.diff_model import FieldChange, RuleChange
from ace.review.evidence import ClusterFacts, EvidenceRecord, Quote
from ace.review.figure_table import figure_lines
from ace.review.inline_diff import changes_of, marked, plain_text
from ace.review.report import DiffItem, DiffReport, Plan
from ace.review.terminal_text import Line, Span, Style, render_lines
from ace.review.visible_text import escape_text

SIGNS: dict[str, str] = {
    "added": "+",
    "edited": "~",
    "deleted": "-",
    "moved": ">",
    "promoted": "^",
    "demoted": "v",
    "unreadable": "!",
}
_SIGN_STYLE: dict[str, Style] = {
    "added": "added",
    "edited": "changed",
    "deleted": "deleted",
    "moved": "changed",
    "promoted": "changed",
    "demoted": "changed",
    "unreadable": "alarm",
}
_WORD_STYLE: dict[str, Style] = {"equal": "plain", "delete": "deleted", "insert": "added"}
_LABEL = 10
_TEXT_COLUMN = 4 + _LABEL
MINIMUM_WIDTH = 60


@dataclass(frozen=True)
class DiffOptions:
    """How much to show. `width` is a terminal's columns (at least 60 are used); None is a pipe: no wrapping at all."""

    color: bool = False
    width: int | None = None
    traces: bool = False
    evaluation: bool = True
    stat: bool = False


DEFAULT_OPTIONS = DiffOptions()


def render_diff(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> str:
    """Return the whole report as text that ends with the plan and a newline."""
    width = None if options.width is None else max(options.width, MINIMUM_WIDTH)
    return render_lines(_report_lines(report, options), color=options.color, width=width)


def plan_text(plan: Plan) -> str:
    """Return the closing line: `Plan: 1 to add, 1 to change, 1 to delete.  promising 2`."""
    merged = f" ({plan.merged} merged into another rule)" if plan.merged else ""
    counts = f"Plan: {plan.add} to add, {plan.change} to change, {plan.delete} to delete{merged}."
    notes = [f"{verdict} {count}" for verdict, count in plan.verdicts]
    notes += [f"simulated {plan.simulated}"] if plan.simulated else []
    notes += [f"unreadable {plan.unreadable}"] if plan.unreadable else []
    notes += [f"problems {plan.problems}"] if plan.problems else []
    return "  ".join([counts, *notes])


def _report_lines(report: DiffReport, options: DiffOptions) -> Iterator[Line]:
    head = f"..{escape_text(report.head)}" if report.head else ""
    base = f"base {escape_text(report.base_name)}@{report.base_commit[:7]}{head}"
    noun = "change" if report.head else "proposal"
    count = f"{len(report.items)} {noun}{'' if len(report.items) == 1 else 's'}"
    yield Line([Span(f"{base} ({'fresh' if report.is_fresh else 'stale'})", "bold"), Span(f"     {count}")])
    yield Line([])
    for item in report.items:
        yield from _stat_lines(item) if options.stat else _item_lines(report, item, options)
    if options.stat and report.items:
        yield Line([])
    yield Line([Span(plan_text(report.plan), "bold")])


def _item_lines(report: DiffReport, item: DiffItem, options: DiffOptions) -> Iterator[Line]:
    branch = item.proposal.branch if item.proposal else ""
    for change in item.changes:
        yield _title_line(change, branch, item.merged_into(change))
        if done := enforcement_words(change.fields):
            yield _row(done.verb, f"{done.goal}: {done.meaning}", "changed")
        if change.path_before:
            yield from _field_lines(FieldChange("file", change.path_before, change.path))
        for field in change.fields:
            yield from _added_lines(field) if change.kind == "added" else _field_lines(field)
    if not item.changes:
        name = item.proposal.rule_id if item.proposal else ""
        title = "     ".join(part for part in (escape_text(name) or "(no rule changes)", escape_text(branch)) if part)
        yield Line([Span("! " if item.problems else "  ", "alarm"), Span(title, "bold")])
    yield from _warning_lines(report, item)
    if item.evidence:
        yield from _reason_lines(item.evidence, options.traces)
        if options.evaluation:
            yield from figure_lines(item.evidence, item.verdict)
            yield _row("reason", escape_text(item.evidence.verdict_reason))
    yield Line([])


def _title_line(change: RuleChange, branch: str, merged_into: str) -> Line:
    spans = [
        Span(f"{SIGNS[change.kind]} ", _SIGN_STYLE[change.kind]),
        Span(escape_text(change.rule_id), "bold"),
        Span(f"    {escape_text(change.path)}"),
    ]
    spans += [Span(f"     merged into {escape_text(merged_into)}", "changed")] if merged_into else []
    return Line([*spans, Span(f"     {escape_text(branch)}", "dim")] if branch else spans)


def _field_lines(field: FieldChange) -> Iterator[Line]:
    rows: list[list[Span]] = [[Span(f"    {field.name:<{_LABEL}}")]]
    for change in changes_of(field.before, field.after):
        first, *rest = marked(change).split("\n")
        style = _WORD_STYLE[change.op]
        rows[-1].append(Span(escape_text(first), style))
        rows += [[Span(" " * _TEXT_COLUMN), Span(escape_text(line), style)] for line in rest]
    yield from (Line(row, _TEXT_COLUMN) for row in rows)


def _added_lines(field: FieldChange) -> Iterator[Line]:
    """Everything of an added rule is new, so its fields stand as they are, without marks."""
    first, *rest = [escape_text(line) for line in plain_text(field.after or "").split("\n")]
    yield Line([Span(f"    {field.name:<{_LABEL}}"), Span(first, "added")], _TEXT_COLUMN)
    yield from (Line([Span(" " * _TEXT_COLUMN), Span(line, "added")], _TEXT_COLUMN) for line in rest)


def _warning_lines(report: DiffReport, item: DiffItem) -> Iterator[Line]:
    for problem in item.problems:
        for line in problem.split("\n"):
            yield _row("problem", escape_text(line), "alarm")
    if item.simulated:
        yield _row("simulated", "a simulated part took a real one's place: no figure is about a real model", "changed")
    if item.proposal and item.is_stale:
        moved = f"measured on {item.proposal.base[:7]}; {escape_text(report.base_name)} is at {report.base_commit[:7]}"
        yield _row("stale", moved, "changed")
    for other in item.conflicts:
        yield _row("conflict", f"cannot be merged with {escape_text(other)}", "alarm")
    if item.proposal and not item.proposal.problem and not item.proposal.is_untouched:
        yield _row("edited", "a person has worked on this branch", "changed")
    for path in item.other_files:
        yield _row("also", f"changes {escape_text(path)}, which is no rule", "alarm")


def _reason_lines(evidence: EvidenceRecord, traces: bool) -> Iterator[Line]:
    cluster = evidence.cluster
    if cluster is None:
        yield _row("why", why_no_cluster(evidence))
    else:
        size = f"{cluster.failures} failures in {cluster.samples} samples"
        hint = "  (--traces)" if evidence.quotes and not traces else ""
        yield _row("why", f"{_short_name(cluster)}: {size}{hint}")
    if traces:
        yield from (_quote_line(quote) for quote in evidence.quotes)


def _short_name(cluster: ClusterFacts) -> str:
    """Return the cluster's id and name; of a name that describes what its detector found, the detector.

    `ace show` with the id, and the body of the proposal, give the whole name.
    """
    name = cluster.detector if cluster.name.startswith(cluster.detector) else cluster.name
    return escape_text(cluster.id if name == cluster.id else f"{cluster.id} {name}")


def _quote_line(quote: Quote) -> Line:
    place = f"{escape_text(quote.episode)} step {quote.step}"
    quoted = Span(f'"{escape_text(quote.text)}"', "dim")
    return Line([Span(" " * _TEXT_COLUMN), quoted, Span(f"  {place}")], _TEXT_COLUMN)


def _stat_lines(item: DiffItem) -> Iterator[Line]:
    verdict = f"   {item.verdict}{' (simulated)' if item.simulated else ''}" if item.verdict else ""
    for change in item.changes:
        fields = ", ".join(field.name for field in change.fields) or "file"
        fields = "cannot be read" if change.kind == "unreadable" else fields
        words = [word for field in change.fields for word in changes_of(field.before, field.after)]
        came = sum(len(word.text.split()) for word in words if word.op == "insert")
        gone = sum(len(word.text.split()) for word in words if word.op == "delete")
        sign = Span(f"{SIGNS[change.kind]} ", _SIGN_STYLE[change.kind])
        kept = item.merged_into(change)
        fields = f"merged into {escape_text(kept)}" if kept else fields
        yield Line(
            [sign, Span(escape_text(change.rule_id), "bold"), Span(f"   +{came} -{gone} words   {fields}{verdict}")]
        )
    for problem in item.problems:
        yield Line([Span("! ", "alarm"), Span(escape_text(problem))])


def _row(label: str, text: str, style: Style = "plain") -> Line:
    return Line([Span(f"    {label:<{_LABEL}}"), Span(text, style)], _TEXT_COLUMN)
