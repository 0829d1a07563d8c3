"""The id of a new rule: never used before."""

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft


def check_id(draft: Draft, seen: CheckInput) -> Check:
    """Return whether the id of an addition was never used."""
    if draft.rule_id in seen.taken:
        why = "was deleted, is deprecated or is another agent's; an id is never used again"
        return Check("id", False, f"{draft.rule_id} {why}")
    return Check("id", True, "the id was never used")
