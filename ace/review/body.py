"""The text of one proposal: the same in the commit, the pull request and the terminal.

Plain enough for `git log`, Markdown enough for a forge. Everything foreign stands in indented blocks or is escaped, so
that it can neither forge a heading, notify a person, nor close an issue.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ace.review.body_details import (
    because_lines,
    check_lines,
    control_lines,
    cost_lines,
    guard_lines,
    table_lines,
)
from ace.review.change_words import enforcement_words, safety_words, summary_words, verdict_words, why_no_cluster
from ace.review.diff_model import FieldChange, compare_rules
from ace.review.evidence import ClusterFacts, EvidenceRecord, Quote, evidence_path
from ace.review.inline_diff import marked_text, plain_text
from ace.review.stage_text import control_summary, failed_guards, guard_summary, slice_summary
from ace.review.trial_text import VERDICT_METRIC, effect_rows, percent
from ace.text.visible_text import escape_for_forge
from runtime.contracts.rule import Rule

BODY_LIMIT = 60_000
# Of a quote; all that was kept of it is in the evidence.
_QUOTED = 160


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

    One screen: what changes, why, one effect, what was not checked; every other figure stands under `Details`.
    The first line says when a safety rule goes or changes. Then comes the verdict unless it is `confirmed`, with the
    guards that failed, and whether a figure comes from a simulated part. What does not fit is left out by name: checks
    and quotes first, then the other details and what was not checked; the change itself last.
    `verdict` is what to say instead of the record's own; `gone` are the rules that a merge takes away.
    """
    verdict = verdict or evidence.verdict
    sections = [
        _Section("safety", _safety_lines((rule_before, rule_after), gone), 0),
        _Section("verdict", _verdict_lines(evidence, verdict), 0),
        _Section("summary", _summary(evidence, rule_before, rule_after), 0),
        _Section("change", ["**What changes**", "", *change_lines(rule_before, rule_after)], 0),
        _Section("merged", _gone_lines(evidence, gone), 0),
        _Section("reason", ["**Why**", "", *_reason_lines(evidence)], 0),
        _Section("quotes", _quote_lines(evidence.quotes), 4),
        _Section("effect", ["**Effect**", "", *effect_lines(evidence)], 1),
        _Section("not checked", _not_checked_lines(evidence), 2),
        _Section("details", ["**Details**"], 0),
        _Section("reason of the verdict", because_lines(evidence, verdict), 3),
        _Section("figures", table_lines(evidence), 3),
        _Section("control", control_lines(evidence), 3),
        _Section("guards", guard_lines(evidence), 3),
        _Section("checks", check_lines(evidence), 5),
        _Section("cost", cost_lines(evidence), 0),
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


def _safety_lines(sides: tuple[Rule | None, Rule | None], gone: Sequence[Rule]) -> list[str]:
    words = [said for pair in (sides, *((rule, None) for rule in gone)) if (said := safety_words(*pair))]
    return [f"This {words[0]}."] if words else []


def _verdict_lines(evidence: EvidenceRecord, verdict: str) -> list[str]:
    simulated = " (simulated: a simulated part took a real one's place, so no figure here is about a real model)"
    failed = escape_for_forge(", ".join(failed_guards(evidence)))
    guards = f"; guard failed: {failed}" if failed else ""
    if verdict == "confirmed" and not evidence.is_simulated and not failed:
        return []
    return [f"Verdict: {verdict_words(evidence, verdict)}{guards}{simulated if evidence.is_simulated else ''}."]


def _summary(evidence: EvidenceRecord, before: Rule | None, after: Rule | None) -> list[str]:
    rule, fields = after or before, compare_rules(before, after)
    title = f": {escape_for_forge(rule.title)}" if rule else ""
    lines = [f"{summary_words(evidence, fields)}{title}."]
    done = enforcement_words(fields, rule.agent if rule else "")
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
        if evidence.is_by_person:
            return [escape_for_forge(evidence.verdict_reason)]
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
        # Cut before it is escaped, so that no escape is cut in two.
        text = quote.text if len(quote.text) <= _QUOTED else f"{quote.text[:_QUOTED]}..."
        lines += [f'    "{escape_for_forge(text)}"', f"        {escape_for_forge(place)}"]
    return lines


def effect_lines(evidence: EvidenceRecord) -> list[str]:
    """Return the one effect, labelled by its stage, then the failure it targets, the control, tokens, guards, slices.

    An indented block, one line each. Of figures that are older than the base it says where they are from.
    """
    lines = [_main_effect(evidence), *_target(evidence)]
    lines += [f"as a gate: {line}" if number == 0 else line for number, line in enumerate(control_summary(evidence))]
    tokens = evidence.prompt_tokens
    lines.append(f"rule tokens: {tokens.before} -> {tokens.after} ({tokens.after - tokens.before:+d})")
    lines += [f"guard failed: {one.name}: {one.detail}" for one in evidence.guards if one.status == "failed"]
    lines += [f"guards {guards}"] if (guards := guard_summary(evidence)) else []
    lines += [f"check failed: {one.name}: {one.detail}" for one in evidence.checks if not one.ok]
    lines += [f"slices: {line}" for line in slice_summary(evidence)]
    if evidence.measured is not None:
        rules = "under other rules than are" if evidence.measured.other_rules else "under the same rules as are"
        lines.append(f"measured on {evidence.measured.base[:12]}, {rules} in the prompt on the base of now")
    return [f"    {escape_for_forge(line)}" for line in lines]


def _main_effect(evidence: EvidenceRecord) -> str:
    """Return stage, metric, before and after, change with its interval, strength, and what was fixed and broken."""
    rows = [row for row in effect_rows(evidence) if row.stage and row.stage != "control"]
    first = next((row for row in rows if row.label == VERDICT_METRIC), None)
    if first is None:
        return "nothing was measured"
    others = effect_rows(evidence)
    counts = next(row.change for row in rows if not row.label)
    estimate = next((row for row in others if not row.stage and row.change and not row.before), None)
    change = f"{estimate.label} {estimate.change} points" if estimate else f"{first.change} points"
    strength = f", {first.evidence}" if first.evidence else ""
    samples = first.n.partition(" ")[0]
    return f"{first.stage}: {first.label} {first.before} -> {first.after}, {change}{strength}; {counts} ({samples})"


def _target(evidence: EvidenceRecord) -> list[str]:
    found = evidence.target
    if found is None:
        return []
    return [f"{found.name}: {percent(found.before_rate)} -> {percent(found.after_rate)} of {found.n} episodes"]


def _not_checked_lines(evidence: EvidenceRecord) -> list[str]:
    lines = [f"    {escape_for_forge(line)}" for line in evidence.not_checked]
    return ["**Not checked**", "", *lines] if lines else []
