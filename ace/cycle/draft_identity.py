"""Which proposal a draft would be, and which rules it touches. Pure."""

from collections.abc import Mapping

from ace.curator.draft import Draft
from ace.review.fingerprint import agent_of, fingerprint, proposal_id


def proposal_of(draft: Draft) -> str:
    """Return the id of the proposal that `draft` would be: 12 hex digits."""
    agent = agent_of(draft.after, draft.before)
    return proposal_id(fingerprint(draft.op, draft.rule_id, draft.after, merged_ids(draft), agent=agent))


def merged_ids(draft: Draft) -> tuple[str, ...]:
    """Return the ids of the rules that go because another does for them, sorted; none unless it is a merge."""
    return tuple(sorted(rule.id for rule in draft.merged))


def touched_rules(draft: Draft) -> tuple[str, ...]:
    """Return the ids of every rule that `draft` adds, changes or takes away, the one it is named after first."""
    return (draft.rule_id, *merged_ids(draft))


def draft_name(draft: Draft) -> str:
    """Return what a draft does to what, in a few words: `edit a.b`, `merge c.d, e.f into a.b`."""
    merged = merged_ids(draft)
    return f"{draft.op} {', '.join(merged)} into {draft.rule_id}" if merged else f"{draft.op} {draft.rule_id}"


def already_proposed(draft: Draft, taken: Mapping[str, str]) -> str:
    """Return why `draft` cannot stand beside what is open, empty when it can.

    `taken`: the open proposal's id, by each rule it changes or takes away.
    """
    rule_id = next((rule_id for rule_id in touched_rules(draft) if rule_id in taken), None)
    if rule_id is None:
        return ""
    what = "this rule" if rule_id == draft.rule_id else rule_id
    return f"ace/p/{taken[rule_id]} already proposes a change to {what}"
