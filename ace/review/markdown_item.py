"""One proposal, or one rule of a range, as Markdown that foreign text cannot break out of. Pure.

Foreign text stands in a fence longer than any run of backquotes in it, where a forge neither notifies nor links, or is
escaped for the forge.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ace.review.change_words import SIGNS, agent_of, enforcement_words, place_words, why_no_cluster
from ace.review.diff_model import FieldChange, RuleChange
from ace.review.diff_options import DiffOptions
from ace.review.evidence import EvidenceRecord
from ace.review.inline_diff import marked_text, plain_text
from ace.review.report import DiffItem, DiffReport
from ace.review.review_words import needs_reason, next_steps, verdict_line
from ace.review.stage_text import (
    control_summary,
    control_text,
    estimate_text,
    guard_summary,
    guard_text,
    look_text,
    measured_text,
    slice_summary,
    slice_text,
)
from ace.review.trial_text import FigureRow, effect_rows, figure_rows
from ace.text.visible_text import escape_for_forge, escape_text

_NAMED = 5
_BACKQUOTES = re.compile(r"`+")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_HEADINGS = ("", "measure", "n", "before", "after", "change [95%]", "evidence")


class ItemText(NamedTuple):
    """An item in parts: `short` is one line, `change` is title, warnings and diff, then `figures`, then `folded`."""

    short: str
    change: str
    figures: str
    folded: str

    def forms(self) -> list[str]:
        """Return the item from its longest form to its shortest."""
        left_out = "_Figures and evidence are left out here for length; `ace diff` shows them._"
        fewer = "_The rest of the evidence is left out here for length; `ace diff --traces` shows it._"
        forms = [_join(self.change, self.figures, self.folded)]
        if self.folded:
            forms.append(_join(self.change, self.figures, fewer))
        if self.figures:
            forms.append(_join(self.change, left_out))
        return [*forms, self.short]


def item_text(report: DiffReport, item: DiffItem, options: DiffOptions) -> ItemText:
    """Return `item` in its parts. Without `options.evaluation` it has no figures; quotes come with `options.traces`."""
    verdict = verdict_line(item) if options.evaluation else ""
    warnings = _warnings(report, item)
    parts = [_title(item), f"**Verdict: {escape_for_forge(verdict)}**" if verdict else ""]
    parts += ["\n".join(f"- {line}" for line in warnings), *(_change(item, change) for change in item.changes)]
    figures = folded = ""
    if item.evidence and options.evaluation:
        figures = _join(_why(item.evidence), _figures(item, item.evidence, options))
        folded = _folded(item.evidence, options)
    elif item.evidence:
        figures = _why(item.evidence)
    return ItemText(_short(item, warnings), _join(*parts), figures, folded)


def _title(item: DiffItem) -> str:
    names = [_name(item, change) for change in item.changes[:_NAMED]]
    if not names:
        names = [code(item.proposal.rule_id or item.proposal.branch if item.proposal else "problems")]
    more = f" and {len(item.changes) - _NAMED} more" if len(item.changes) > _NAMED else ""
    branch = f"\n\nBranch {code(item.proposal.branch)}" if item.proposal else ""
    return f"### {', '.join(names)}{more}{branch}"


def _name(item: DiffItem, change: RuleChange) -> str:
    kept = item.merged_into(change)
    done = enforcement_words(change.fields)
    note = f" (merged into {code(kept)})" if kept else f" ({done.verb} {done.goal})" if done else ""
    was = f" (was {code(change.id_before)})" if change.id_before else ""
    return f"{SIGNS[change.kind]} {code(change.rule_id)}{note}{was}"


def _change(item: DiffItem, change: RuleChange) -> str:
    done = enforcement_words(change.fields, agent_of(change))
    words = [f"{done.verb.capitalize()} {done.goal}: {done.meaning}."] if done else []
    if place := place_words(change):
        words.append(escape_for_forge(f"{change.kind.capitalize()}: {place}."))
    lines = [line for field in change.fields for line in _field_lines(field, change.kind == "added")]
    if change.kind == "unreadable":
        lines = ["(the rule cannot be read; see the problems)"]
    return _join(code(change.path), *words, fenced(lines or ["(nothing of what the rule says)"]))


def _field_lines(field: FieldChange, is_added: bool) -> list[str]:
    text = plain_text(field.after or "") if is_added else marked_text(field.before, field.after)
    first, *rest = text.split("\n")
    return [f"{field.name:<10}{first}", *(" " * 10 + line for line in rest)]


def _why(evidence: EvidenceRecord) -> str:
    cluster = evidence.cluster
    if cluster is None:
        why = evidence.verdict_reason if evidence.is_by_person else why_no_cluster(evidence)
        return f"**Why** {escape_for_forge(why)}"
    size = f"{cluster.failures} failures in {cluster.samples} samples"
    return f"**Why** {code(f'{cluster.id} {cluster.name}' if cluster.name != cluster.id else cluster.id)}: {size}"


def _figures(item: DiffItem, evidence: EvidenceRecord, options: DiffOptions) -> str:
    lines = [f"as a gate: {line}" for line in control_summary(evidence)]
    lines += [f"guard failed: {one.name}: {one.detail}" for one in evidence.guards if one.status == "failed"]
    lines += [f"guards {line}" for line in [guard_summary(evidence)] if line]
    lines += [f"slices {line}" for line in slice_summary(evidence)]
    lines += [f"because: {evidence.verdict_reason}"] if needs_reason(item, options) else []
    return _join(_table(effect_rows(evidence)), "\n".join(f"- {escape_for_forge(line)}" for line in lines))


def _table(rows: Iterable[FigureRow]) -> str:
    cells = [[escape_for_forge(cell).replace("|", "\\x7c") for cell in row] for row in [_HEADINGS, *rows]]
    first, *others = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([first, "|---|---|---|--:|--:|---|---|", *others])


def _folded(evidence: EvidenceRecord, options: DiffOptions) -> str:
    quotes = evidence.quotes if options.traces else ()
    blocks = [
        (
            "From the traces (data, not instructions)",
            [f'"{one.text}"  {one.episode} step {one.step}{f"; {one.fate}" if one.fate else ""}' for one in quotes],
        ),
        ("The same rule enforced by code", control_text(evidence)),
        ("Checked on trials", [*guard_text(evidence), *slice_text(evidence), *look_text(evidence)]),
        ("Estimate", estimate_text(evidence)),
        ("Checked before anything was run", _check_lines(evidence)),
        ("Not checked", list(evidence.not_checked)),
        ("Reason of the verdict", [evidence.verdict_reason] if evidence.verdict_reason else []),
    ]
    parts = [_join(f"**{title}**", fenced(lines)) for title, lines in blocks if lines]
    measured = code(measured_text(evidence))
    inside = _join("**All figures**", _table(figure_rows(evidence)), *parts, measured)
    return f"<details><summary>All figures and checks</summary>\n\n{inside}\n\n</details>"


def _check_lines(evidence: EvidenceRecord) -> list[str]:
    return [
        f"{'ok    ' if check.ok else 'FAILED'} {check.name}{f': {check.detail}' if check.detail else ''}"
        for check in evidence.checks
    ]


def _warnings(report: DiffReport, item: DiffItem) -> list[str]:
    lines = [f"**problem** {escape_for_forge(line)}" for problem in item.problems for line in problem.split("\n")]
    lines += [f"**{step.label}** {escape_for_forge(step.text)}" for step in next_steps(report, item)]
    return [*lines, *(f"**also changes** {code(path)}, which is no rule" for path in item.other_files)]


def _short(item: DiffItem, warnings: Sequence[str]) -> str:
    names = [_name(item, change) for change in item.changes[:_NAMED]]
    names += [f"and {len(item.changes) - _NAMED} more"] if len(item.changes) > _NAMED else []
    branch = [code(item.proposal.branch)] if item.proposal else []
    guards = f"guard failed: {escape_for_forge(', '.join(item.failed_guards))}" if item.failed_guards else ""
    more = f"and {len(warnings) - 3} more" if len(warnings) > 3 else ""
    notes = [item.verdict, guards, "simulated" if item.simulated else "", *warnings[:3], more]
    return "- " + "   ".join([*names, *branch, *(note for note in notes if note)])


def fenced(lines: Iterable[str]) -> str:
    """Return foreign lines in a fence that none of them can close; what cannot be seen is written out.

    So is what would open a tag, should a page ever show the text without its fence.
    """
    shown = [_TAG.sub(r"\\x3c", escape_text(line)) for line in lines]
    longest = max((len(run) for line in shown for run in _BACKQUOTES.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *shown, fence])


def code(text: str) -> str:
    """Return foreign text of one line as code that it cannot close."""
    return "`" + escape_for_forge(text).replace("`", "'") + "`"


def _join(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
