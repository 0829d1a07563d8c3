"""What `ace propose` prints of drafts and of what no draft came from. What a model or a trace said is escaped."""

from ace.curator.draft import Draft, Drafting
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.cycle.draft_identity import draft_name
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.rule import Rule


def draft_lines(item: CheckedDraft) -> list[str]:
    """Return one draft: what it does to which rule, why, what the rule then says, and each check."""
    draft = item.draft
    lines = [f"{escape_text(draft_name(draft))}{_enforcement(draft)}  ({escape_text(draft.curator)})"]
    lines.append(f"  {escape_text(draft.rationale)}")
    lines += _rule_lines("", draft.after) if draft.after is not None else []
    for rule in draft.merged:
        lines += _rule_lines(f"{rule.id} ", rule)
    for check in item.checks:
        figure = f"; {escape_text(check.value)}" if check.value else ""
        mark = "ok    " if check.ok else "REFUSED"
        lines.append(f"  {mark} {escape_text(check.name)}: {escape_text(check.detail)}{figure}")
    return lines


def _enforcement(draft: Draft) -> str:
    before, after = draft.before, draft.after
    if before is None or after is None or before.enforce == after.enforce:
        return ""
    return ": promotes it to a gate" if after.enforce == "gate" else ": demotes it to the prompt"


def _rule_lines(whose: str, rule: Rule) -> list[str]:
    """Return what a rule says; `whose` is the id of one that goes, with a blank."""
    fields = (("text", " ".join(rule.text.split())), ("when", rule.when), ("require", rule.require))
    return [f"  {escape_text(whose)}{name}: {escape_text(value)}" for name, value in fields if value]


def refused_lines(drafted: Drafted) -> list[str]:
    """Return why no draft came from what; of a cluster that another attempt drafted from, what was wrong before.

    What has the same reason is one line.
    """
    answered = {item.draft.cluster.id for item in drafted.drafts if item.draft.cluster is not None}
    same: dict[tuple[bool, str], list[str]] = {}
    for refused in drafted.drafting.refused:
        same.setdefault((refused.cluster in answered, refused.reason), []).append(escape_text(refused.cluster))
    return [
        f"{'before the draft' if is_before else 'no draft'} from {', '.join(dict.fromkeys(names))}: "
        f"{escape_text(reason)}"
        for (is_before, reason), names in same.items()
    ]


def asked_lines(drafting: Drafting) -> list[str]:
    """Return what asking a model cost, where one was asked, and what a person should know of the figures."""
    notes = [f"  note: {escape_text(note)}" for note in drafting.notes]
    if not drafting.model_calls:
        return notes
    tokens = f"{drafting.prompt_tokens} + {drafting.completion_tokens} tokens"
    return [f"drafting: {counted(drafting.model_calls, 'model call')}, {tokens}, {drafting.cost_usd:.2f} USD", *notes]
