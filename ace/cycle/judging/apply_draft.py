"""The rules as they would be with a draft merged. Pure."""

from ace.curator.draft import Draft
from ace.cycle.draft_identity import touched_rules
from runtime.contracts.rule import Rule


def apply_draft(rules: tuple[Rule, ...], draft: Draft) -> tuple[Rule, ...]:
    """Return the rules as they would be injected with the draft merged, in prompt order."""
    gone = touched_rules(draft)
    kept = [rule for rule in rules if rule.id not in gone]
    if draft.after is not None:
        kept.append(draft.after)
    return tuple(sorted(kept, key=lambda rule: (rule.priority, rule.id)))
