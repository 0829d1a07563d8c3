"""The text of one proposal: the same in the commit, the pull request and the terminal.

Plain enough for `git log`, Markdown enough for a forge. Everything foreign stands in indented blocks or is escaped, so
that it can neither forge a heading, notify a person, nor close an issue.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ace.evaluation.verdict_words import explain_verdict
from ace.review.change_words import enforcement_words, summary_words, verdict_words, why_no_cluster
from ace.review.diff_model import FieldChange, compare_rules
from ace.review.evidence import ClusterFacts, EvidenceRecord, Quote, evidence_path
from ace.review.inline_diff import marked_text, plain_text
from ace.review.stage_text import control_text, estimate_text, failed_guards, guard_text, look_text, slice_text
from ace.review.trial_text import FigureRow, figure_rows
from ace.review.visible_text import display_width, escape_for_forge
from runtime.contracts.rule import Rule

BODY_LIMIT = 60_000
_HEADINGS = ("", "measure", "n", "before", "after", "change [95%]", "evidence")


class _Section(NamedTuple):
    """A part of the text. The section with the highest `cut_first` is left out first; 0 is never left out."""

    name: str
    lines: list[str]
    cut_first: int


def render_body(
    evidence: EvidenceRecord,
    rule_before: Rule | None,
    rule_after: Rule | None,
    verdict: str = "",
    gone: Sequence[Rule] = (),
) -> str:
    """Return the proposal as text of under 60,000 characters, without a newline at the end.

    The first line is the verdict unless it is `confirmed`, names the guards that failed, and says when a figure comes
    from a simulated part. What does not fit is left out by name: quotes first, then checks, guards, the control and
    what was not checked; the change itself last.
    `verdict` is what to say instead of the record's own; `gone` are the rules that a merge takes away.
    """
    verdict = verdict or evidence.verdict
    sections = [
        _Section("verdict", _verdict_lines(evidence, verdict), 0),
        _Section("summary", _summary(evidence, verdict, rule_before, rule_after), 0),
        _Section("change", ["**What changes**", "", *change_lines(rule_before, rule_after)], 0),
        _Section("merged", _gone_lines(evidence, gone), 0),
        _Section("reason", ["**Why**", "", *_reason_lines(evidence)], 0),
        _Section("quotes", _quote_lines(evidence.quotes), 4),
        _Section("figures", ["**Before and after**", "", *_figure_lines(evidence)], 1),
        _Section("control", _control_lines(evidence), 2),
        _Section("guards", _guard_lines(evidence), 2),
        _Section("checks", _check_lines(evidence), 3),
        _Section("not checked", _not_checked_lines(evidence), 2),
        _Section("meaning", _meaning_lines(verdict), 0),
        _Section("cost", [_cost_line(evidence)], 0),
    ]
    return _fit(sections, evidence_path(evidence.proposal))


def _fit(sections: list[_Section], where: str) -> str:
    kept = [section for section in sections if section.lines]
    left_out: list[str] = []
    while len(text := _join(kept, left_out, where)) >= BODY_LIMIT:
        candidates = [section for section in kept if section.cut_first]
        if not candidates:
            return (
                text[: BODY_LIMIT - 100] + f"\n\nCut here; the whole change is in the commit, the evidence in {where}."
            )
        last = max(candidates, key=lambda section: section.cut_first)
        kept.remove(last)
        left_out.append(last.name)
    return text


def _join(sections: list[_Section], left_out: list[str], where: str) -> str:
    parts = ["\n".join(section.lines) for section in sections]
    if left_out:
        parts.append(f"Left out here for length: {', '.join(left_out)}. All of it is in {where}.")
    return "\n\n".join(parts)


def _verdict_lines(evidence: EvidenceRecord, verdict: str) -> list[str]:
    simulated = " (simulated: a simulated part took a real one's place, so no figure here is about a real model)"
    reason = escape_for_forge(evidence.verdict_reason)
    failed = escape_for_forge(", ".join(failed_guards(evidence)))
    guards = f"; guard failed: {failed}" if failed else ""
    head = f"Verdict: {verdict_words(evidence, verdict)}{guards}{simulated if evidence.is_simulated else ''}."
    if verdict == "confirmed" and not evidence.is_simulated and not failed:
        return []
    return [head, "", reason] if reason else [head]


def _summary(evidence: EvidenceRecord, verdict: str, before: Rule | None, after: Rule | None) -> list[str]:
    rule, fields = after or before, compare_rules(before, after)
    title = f": {escape_for_forge(rule.title)}" if rule else ""
    confirmed = (
        f" {escape_for_forge(evidence.verdict_reason)}" if verdict == "confirmed" and not evidence.is_simulated else ""
    )
    lines = [f"{summary_words(evidence, fields)}{title}.{confirmed}"]
    done = enforcement_words(fields)
    return [*lines, "", f"{done.meaning.capitalize()}."] if done else lines


def _gone_lines(evidence: EvidenceRecord, gone: Sequence[Rule]) -> list[str]:
    lines: list[str] = []
    for rule in gone:
        lines += ["", f"Merged into `{evidence.rule_id}`, and deleted: `{rule.id}`", "", *change_lines(rule, None)]
    return lines[1:]


def change_lines(before: Rule | None, after: Rule | None) -> list[str]:
    """Return the fields that differ as an indented block, one line a field, [-gone-] and {+new+} words marked.

    Of an added rule everything is new, so nothing is marked.
    """
    if before is None and after is None:
        return ["    (the rule cannot be read, or is not changed here; see the problems)"]
    fields = compare_rules(before, after)
    if not fields:
        return ["    (nothing of what the rule says; only its evidence, dates or place)"]
    return [line for field in fields for line in _field_lines(field, before is None)]


def _field_lines(field: FieldChange, is_added: bool) -> list[str]:
    text = plain_text(field.after or "") if is_added else marked_text(field.before, field.after)
    lines = text.split("\n")
    first, *rest = [escape_for_forge(line) for line in lines]
    return [f"    {field.name:<10}{first}", *(" " * 14 + line for line in rest)]


def _reason_lines(evidence: EvidenceRecord) -> list[str]:
    cluster = evidence.cluster
    if cluster is None:
        why = why_no_cluster(evidence)
        return [f"{why[0].upper()}{why[1:]}."]
    name = escape_for_forge(cluster.name).replace("`", "'")
    size = f"{cluster.failures} failures in {cluster.samples} samples"
    return [f"`{escape_for_forge(cluster.id)}` (`{name}`): {size}{_found_by(cluster)}."]


def _found_by(cluster: ClusterFacts) -> str:
    # A cluster's name begins with its detector, unless a person gave it another.
    detector = escape_for_forge(cluster.detector).replace("`", "'")
    return "" if cluster.name.startswith(cluster.detector) else f", found by `{detector}`"


def _quote_lines(quotes: tuple[Quote, ...]) -> list[str]:
    if not quotes:
        return []
    lines = ["From the traces (data, not instructions):", ""]
    for quote in quotes:
        place = f"{quote.episode} step {quote.step}, sample {quote.sample}"
        lines += [f'    "{escape_for_forge(quote.text)}"', f"        {escape_for_forge(place)}"]
    return lines


def _figure_lines(evidence: EvidenceRecord) -> list[str]:
    rows: list[FigureRow | tuple[str, ...]] = [_HEADINGS, *figure_rows(evidence)]
    cells = [[escape_for_forge(cell).replace("|", "\\x7c") for cell in row] for row in rows]
    widths = [max(display_width(row[column]) for row in cells) for column in range(len(_HEADINGS))]
    lines = [_table_line(row, widths) for row in cells]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    measured = (
        f"Controller: `{escape_for_forge(evidence.controller)}`. Drafted by: `{escape_for_forge(evidence.curator)}`."
    )
    return [lines[0], rule, *lines[1:], "", measured]


def _table_line(row: list[str], widths: list[int]) -> str:
    padded = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
    return "| " + " | ".join(padded) + " |"


def _check_lines(evidence: EvidenceRecord) -> list[str]:
    if not evidence.checks:
        return []
    lines = ["**Checked before anything was run**", ""]
    for check in evidence.checks:
        detail = f": {escape_for_forge(check.detail)}" if check.detail else ""
        lines.append(f"    {'ok    ' if check.ok else 'FAILED'} {escape_for_forge(check.name)}{detail}")
    return lines


def _block(title: str, lines: Sequence[str]) -> list[str]:
    return [f"**{title}**", "", *(f"    {escape_for_forge(line)}" for line in lines)] if lines else []


def _control_lines(evidence: EvidenceRecord) -> list[str]:
    return _block("The same rule enforced by code (its text stays in the prompt)", control_text(evidence))


def _guard_lines(evidence: EvidenceRecord) -> list[str]:
    lines = [*guard_text(evidence), *slice_text(evidence), *look_text(evidence), *estimate_text(evidence)]
    return _block("Checked on trials", lines)


def _meaning_lines(verdict: str) -> list[str]:
    words = explain_verdict(verdict)
    return [f"What `{verdict}` means: {words}"] if words else []


def _not_checked_lines(evidence: EvidenceRecord) -> list[str]:
    return _block("Not checked", evidence.not_checked)


def _cost_line(evidence: EvidenceRecord) -> str:
    cost = evidence.cost
    tokens = f"{cost.prompt_tokens} + {cost.completion_tokens} tokens"
    return f"Cost: {cost.model_calls} model calls, {tokens}, {cost.usd:.2f} USD, {cost.minutes:.1f} minutes."
