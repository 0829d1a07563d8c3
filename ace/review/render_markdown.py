"""`ace diff --format markdown`: a comment for a pull request. Pure."""

from ace.review.body import BODY_LIMIT, change_lines, render_body
from ace.review.change_words import enforcement_words
from ace.review.diff_model import RuleChange
from ace.review.evidence import EvidenceRecord
from ace.review.render_diff import DEFAULT_OPTIONS, SIGNS, DiffOptions, plan_text
from ace.review.report import DiffItem, DiffReport
from ace.review.visible_text import escape_for_forge


def render_markdown(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> str:
    """Return the report as Markdown of under 60,000 characters with a newline at the end.

    What does not fit is named in one line each; `options.stat` names everything so.
    """
    head = f"..{_code(report.head)}" if report.head else ""
    base = f"Base {_code(report.base_name)} at `{report.base_commit[:7]}`{head}"
    parts = [f"{base} ({'fresh' if report.is_fresh else 'stale'}). {plan_text(report.plan)}"]
    # Room for every one-line form is kept back, so that the last proposal is named whatever the first ones take.
    room = BODY_LIMIT - len(parts[0]) - sum(len(_short(item)) + 4 for item in report.items)
    for item in report.items:
        full = "" if options.stat else _full(item, options)
        if full and len(full) < room:
            parts.append(full)
            room -= len(full)
        else:
            parts.append(_short(item))
    return "\n\n".join(parts)[: BODY_LIMIT - 1] + "\n"


def _full(item: DiffItem, options: DiffOptions) -> str:
    titles = [f"### {_title(item, change)}\n\n{_code(change.path)}" for change in item.changes]
    if item.proposal:
        titles = titles or [f"### {_code(item.proposal.rule_id or item.proposal.branch)}"]
        titles.append(f"Branch {_code(item.proposal.branch)}")
    parts = [*titles, *(f"- {line}" for line in _warnings(item)), *_bodies(item, options)]
    return "\n\n".join(parts)


def _bodies(item: DiffItem, options: DiffOptions) -> list[str]:
    evidence = item.evidence
    if evidence is None or not options.evaluation:
        return ["\n".join(change_lines(change.before, change.after)) for change in item.changes]
    # The body of a merge shows what goes, too.
    gone = item.merged_rules
    return [
        render_body(_shown(evidence, options), change.before, change.after, item.verdict, gone)
        if change.rule_id == evidence.rule_id
        else "\n".join(change_lines(change.before, change.after))
        for change in item.changes
        if not item.merged_into(change)
    ]


def _shown(evidence: EvidenceRecord, options: DiffOptions) -> EvidenceRecord:
    return evidence if options.traces else evidence.model_copy(update={"quotes": ()})


def _warnings(item: DiffItem) -> list[str]:
    lines = [f"**problem** {escape_for_forge(line)}" for problem in item.problems for line in problem.split("\n")]
    if item.is_stale:
        lines.append("**stale**: the reviewed branch has moved since this was measured")
    lines += [f"**conflict** with {_code(other)}" for other in item.conflicts]
    lines += [f"**also changes** {_code(path)}, which is no rule" for path in item.other_files]
    if item.proposal and not item.proposal.problem and not item.proposal.is_untouched:
        lines.append("**edited**: a person has worked on this branch")
    return lines


def _short(item: DiffItem) -> str:
    names = [_title(item, change) for change in item.changes]
    branch = [_code(item.proposal.branch)] if item.proposal else []
    warnings = _warnings(item)
    more = f"and {len(warnings) - 3} more" if len(warnings) > 3 else ""
    notes = [note for note in (item.verdict, "simulated" if item.simulated else "", *warnings[:3], more) if note]
    return "- " + "   ".join([*names, *branch, *notes])


def _title(item: DiffItem, change: RuleChange) -> str:
    kept = item.merged_into(change)
    done = enforcement_words(change.fields)
    note = f" (merged into {_code(kept)})" if kept else f" ({done.verb} {done.goal})" if done else ""
    return f"{SIGNS[change.kind]} {_code(change.rule_id)}{note}"


def _code(text: str) -> str:
    return "`" + escape_for_forge(text).replace("`", "'") + "`"
