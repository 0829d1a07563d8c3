"""What a proposal proposes, as a hash. Pure."""

import unicodedata
from collections.abc import Iterable

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.rule import FIRST_AGENT, Rule


def fingerprint(
    op: str, rule_id: str, rule_after: Rule | None, merged: Iterable[str] = (), *, agent: str = FIRST_AGENT
) -> str:
    """Return 64 hex digits that say what is proposed, whatever it is based on. `rule_after` is None for a delete.

    `merged`: the rules that a merge takes away, in any order. Line breaks and runs of blanks do not count, so a
    re-wrapped text is the same proposal. `agent`: whose rule a delete takes away; any other change is of the agent that
    `rule_after` names. The same words for another agent are another proposal.
    """
    parts: JsonObject = {"op": op, "rule_id": rule_id, "after": None}
    if rule_after is not None:
        otherwise = rule_after.otherwise.action if rule_after.otherwise else None
        parts["after"] = {
            "text": _normal(rule_after.text),
            "when": _normal(rule_after.when),
            "require": _normal(rule_after.require),
            "otherwise": otherwise,
            "enforce": rule_after.enforce,
            "audience": rule_after.audience,
            "status": rule_after.status,
            "priority": rule_after.priority,
            "safety": rule_after.safety,
        }
    # Only where there are any, so that what was proposed before there were merges keeps its name.
    if gone := sorted(set(merged)):
        parts["merged"] = gone
    # What was proposed when there was one agent keeps its name too.
    if (owner := rule_after.agent if rule_after is not None else agent) != FIRST_AGENT:
        parts["agent"] = owner
    return content_hash(parts)


def agent_of(*rules: Rule | None) -> str:
    """Return the agent of the first of `rules` that is there; without any, the one whose ids name no agent."""
    return next((rule.agent for rule in rules if rule is not None), FIRST_AGENT)


def proposal_id(mark: str) -> str:
    """Return the short id of a fingerprint: its first 12 hex digits."""
    return mark[:12]


def _normal(text: str | None) -> str | None:
    return None if text is None else " ".join(unicodedata.normalize("NFC", text).split())
