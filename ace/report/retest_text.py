"""What `ace ablate --due` says. Pure; foreign words are escaped."""

from ace.cycle.ablation.retest import Again
from ace.cycle.draft_changes import CheckedDraft
from ace.report.ablate_text import ablation_text
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject


def retested_text(again: Again) -> str:
    """Return the ablation of what was due, the deletions it speaks for, and what is due next."""
    out = ablation_text(again.retested.ablation) + "\n" if again.retested else ""
    if again.retested:
        out += "".join(f"{_deletion(one)}\n" for one in again.retested.deletions)
    return out + _next(again)


def retested_json(again: Again) -> JsonObject:
    """Return what was due, the ablation of it as `ace ablate` says it, deletions with checks, what follows."""
    return {
        "retest_days": again.days,
        "due": [one.rule.id for one in again.due],
        "ablation": again.retested.ablation.to_json() if again.retested else None,
        "deletions": [
            {
                "rule": one.draft.rule_id,
                "is_sound": one.is_sound,
                "rationale": one.draft.rationale,
                "checks": [{"name": c.name, "ok": c.ok, "detail": c.detail, "value": c.value} for c in one.checks],
            }
            for one in (again.retested.deletions if again.retested else ())
        ],
        "next": [{"rule": one.rule.id, "due": f"{one.due:%Y-%m-%d}"} for one in again.following],
    }


def _deletion(one: CheckedDraft) -> str:
    rule = escape_text(one.draft.rule_id)
    if one.is_sound:
        return f"to be deleted: {rule}. {escape_text(one.draft.rationale)} The next `ace cycle` proposes it."
    against = "; ".join(escape_text(check.detail) for check in one.checks if not check.ok)
    return f"better left out, but not proposed: {rule}: {against}"


def _next(again: Again) -> str:
    if again.days is None:
        return "rules in force are never left out again (gate.retest_days is null)\n"
    if not again.following:
        return "no rule in force came from a proposal, so none is left out again\n"
    first = again.following[0]
    were = f"{counted(len(again.due), 'rule')} due" if again.due else "no rule is due"
    return (
        f"{were}, of {len(again.following)} that proposals brought; the next is {escape_text(first.rule.id)}, from "
        f"{first.due:%Y-%m-%d} (gate.retest_days {again.days})\n"
    )
