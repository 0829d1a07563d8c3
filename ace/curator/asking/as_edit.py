"""An addition that a rule in force nearly covers becomes an edit of that rule. Pure."""

from dataclasses import replace

from pydantic import ValidationError

from ace.curator.draft import CuratorInput, Draft
from ace.curator.evidence_tests import evidence_test
from ace.playbook.recorded_decisions import decisions_of, distinct, fields_used
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge

MAX_RATIONALE = 800


def as_edit(draft: Draft, covering: Rule, seen: CuratorInput) -> Draft:
    """Return `draft`, an addition, as an edit of `covering`; unchanged where that would not do for what it covers.

    The edit keeps id, agent, audience, priority, status, enforcement and authors of `covering`, and its evidence. It
    must still be broken by every recorded decision that breaks `covering`, or a failure that is caught now would not be
    any more. A safety rule is never edited. The draft's rationale says which way it went, the rule's stays.
    """
    after = draft.after
    if draft.op != "add" or after is None or covering.safety:
        return draft
    changed = _changed(covering, after, seen.today)
    if changed is None or not _is_as_strict(changed, covering, seen):
        why = f"{covering.id} nearly covers this, but not what it catches would be caught by these conditions."
        return _said(draft, f"Added beside {covering.id}: {why}")
    test = evidence_test(changed, draft.cluster, seen.episodes, seen.context)
    edit = replace(draft, op="edit", rule_id=covering.id, before=covering, after=changed, test=test)
    return _said(edit, f"Drafted as {after.id}; {covering.id} nearly covers this, so it is edited instead.")


def _changed(covering: Rule, after: Rule, today: str) -> Rule | None:
    """Return `covering` with the words and conditions of `after`; None where that is no valid rule."""
    fields = {name: getattr(after, name) for name in ("title", "text", "when", "require", "otherwise", "rationale")}
    fields |= {"evidence": (*covering.evidence, *after.evidence), "effect": None, "modified": today}
    try:
        return Rule.model_validate(covering.model_copy(update=fields).model_dump(by_alias=True))
    except ValidationError:
        return None


def _is_as_strict(changed: Rule, covering: Rule, seen: CuratorInput) -> bool:
    if covering.is_checked and not changed.is_checked:
        return False
    decisions = decisions_of(episode for _, episode in sorted(seen.episodes.items()))
    unlike = [item.first.context for item in distinct(decisions, fields_used([changed, covering]))]
    return all(judge(changed, one) == "violates" for one in unlike if judge(covering, one) == "violates")


def _said(draft: Draft, why: str) -> Draft:
    """Say it of the draft, not in the rule: a rule's own rationale is why it exists."""
    return replace(draft, rationale=f"{why} {draft.rationale}".strip()[:MAX_RATIONALE])
