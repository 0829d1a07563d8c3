"""One proposal, or one rule of a range, as lines for a terminal: verdict, change, reason, figures. Pure.

Foreign text is shown as data: what cannot be seen is written out, and a text of several lines stays in its column.
"""

from collections.abc import Iterator

from ace.review.change_words import SIGNS, agent_of, enforcement_words, place_words, safety_words, why_no_cluster
from ace.review.diff_model import FieldChange, RuleChange
from ace.review.diff_options import DiffOptions
from ace.review.evidence import ClusterFacts, EvidenceRecord, Quote
from ace.review.figure_table import figure_lines
from ace.review.inline_diff import changes_of, marked, plain_text
from ace.review.report import DiffItem, DiffReport
from ace.review.review_words import needs_reason, next_steps, verdict_line
from ace.review.terminal_text import Line, Span, Style
from ace.text.visible_text import escape_text

SIGN_STYLE: dict[str, Style] = {"added": "added", "deleted": "deleted", "unreadable": "alarm"}
_VERDICT_STYLE: dict[str, Style] = {"confirmed": "added", "harmful": "alarm"}
_WORD_STYLE: dict[str, Style] = {"equal": "plain", "delete": "deleted", "insert": "added"}
_LABEL = 10
_TEXT_COLUMN = 4 + _LABEL


def item_lines(report: DiffReport, item: DiffItem, options: DiffOptions) -> Iterator[Line]:
    """Return `item` as lines, an empty one at the end: the verdict first, then what is in the way of a merge."""
    branch = item.proposal.branch if item.proposal else ""
    first, *others = item.changes or (None,)
    yield _title_line(first, branch, item.merged_into(first)) if first else _bare_title(item, branch)
    for change in item.changes:
        if said := safety_words(change.before, change.after):
            yield _row("safety", f"{said}: {change.rule_id}", "alarm")
    verdict = verdict_line(item)
    if verdict and options.evaluation:
        yield _row("verdict", verdict, _verdict_style(item))
    yield from _warning_lines(report, item, is_said=bool(verdict) and options.evaluation)
    if first:
        yield from _change_lines(first)
    for change in others:
        yield _title_line(change, branch, item.merged_into(change))
        yield from _change_lines(change)
    if item.evidence:
        yield from _reason_lines(item.evidence, options.traces)
        if options.evaluation:
            yield from figure_lines(item.evidence, options.traces)
            if needs_reason(item, options):
                yield _row("because", item.evidence.verdict_reason)
    yield Line([])


def stat_lines(item: DiffItem) -> Iterator[Line]:
    """Return a line for each rule of `item`, and for each problem."""
    verdict = f"   {item.said}{' (simulated)' if item.simulated else ''}" if item.verdict else ""
    guards = f"   guard failed: {', '.join(item.failed_guards)}" if item.failed_guards else ""
    notes = (
        verdict + escape_text(guards) + ("   stale" if item.is_stale else "") + ("   conflict" * bool(item.conflicts))
    )
    for change in item.changes:
        said = safety_words(change.before, change.after)
        words = [word for field in change.fields for word in changes_of(field.before, field.after)]
        came = sum(len(word.text.split()) for word in words if word.op == "insert")
        gone = sum(len(word.text.split()) for word in words if word.op == "delete")
        name = Span(escape_text(change.rule_id), "bold")
        counts = f"   +{came} -{gone} words   {_stat_fields(item, change)}{f'   {said}' * bool(said)}{notes}"
        yield Line([_sign(change), name, Span(counts)])
    for problem in item.problems:
        yield Line([Span("! ", "alarm"), Span(escape_text(problem))])


def _stat_fields(item: DiffItem, change: RuleChange) -> str:
    if kept := item.merged_into(change):
        return f"merged into {escape_text(kept)}"
    if change.kind == "unreadable":
        return "cannot be read"
    fields = [field.name for field in change.fields]
    fields += [f"was {escape_text(change.id_before)}"] if change.id_before else []
    return ", ".join(fields) or "file"


def _sign(change: RuleChange) -> Span:
    return Span(f"{SIGNS[change.kind]} ", SIGN_STYLE.get(change.kind, "changed"))


def _title_line(change: RuleChange, branch: str, merged_into: str) -> Line:
    spans = [_sign(change), Span(escape_text(change.rule_id), "bold"), Span(f"    {escape_text(change.path)}")]
    spans += [Span(f"     merged into {escape_text(merged_into)}", "changed")] if merged_into else []
    return Line([*spans, Span(f"     {escape_text(branch)}", "dim")] if branch else spans)


def _bare_title(item: DiffItem, branch: str) -> Line:
    name = item.proposal.rule_id if item.proposal else ""
    title = "     ".join(part for part in (escape_text(name) or "(no rule changes)", escape_text(branch)) if part)
    return Line([Span("! " if item.problems else "  ", "alarm"), Span(title, "bold")])


def _verdict_style(item: DiffItem) -> Style:
    is_bad = bool(item.problems or item.failed_guards)
    return "alarm" if is_bad else _VERDICT_STYLE.get(item.verdict, "changed")


def _change_lines(change: RuleChange) -> Iterator[Line]:
    if done := enforcement_words(change.fields, agent_of(change)):
        yield _row(done.verb, f"{done.goal}: {done.meaning}", "changed")
    if words := place_words(change):
        yield _row(change.kind, words, "changed")
    if change.path_before and change.kind != "moved":
        yield from _field_lines(FieldChange("file", change.path_before, change.path))
    for field in change.fields:
        yield from _added_lines(field) if change.kind == "added" else _field_lines(field)


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


def _warning_lines(report: DiffReport, item: DiffItem, *, is_said: bool) -> Iterator[Line]:
    """`is_said`: a verdict stands above, which says whether figures are simulated."""
    for problem in item.problems:
        for line in problem.split("\n"):
            yield _row("problem", line, "alarm")
    if item.simulated and not is_said:
        yield _row("simulated", "a simulated part took a real one's place: no figure is about a real model", "changed")
    for step in next_steps(report, item):
        yield _row(step.label, step.text, "alarm" if step.label == "conflict" else "changed")
    for path in item.other_files:
        yield _row("also", f"changes {path}, which is no rule", "alarm")


def _reason_lines(evidence: EvidenceRecord, traces: bool) -> Iterator[Line]:
    cluster = evidence.cluster
    if cluster is None:
        yield _row("why", evidence.verdict_reason if evidence.is_by_person else why_no_cluster(evidence))
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
    return cluster.id if name == cluster.id else f"{cluster.id} {name}"


def _quote_line(quote: Quote) -> Line:
    place = f"{escape_text(quote.episode)} step {quote.step}"
    quoted = Span(f'"{escape_text(quote.text)}"', "dim")
    fate = f"; {escape_text(quote.fate)}" if quote.fate else ""
    return Line([Span(" " * _TEXT_COLUMN), quoted, Span(f"  {place}{fate}")], _TEXT_COLUMN)


def _row(label: str, text: str, style: Style = "plain") -> Line:
    return Line([Span(f"    {label:<{_LABEL}}"), Span(escape_text(text), style)], _TEXT_COLUMN)
