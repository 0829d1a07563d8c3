"""The id of a new rule: never used before."""

from collections.abc import Iterable
from dataclasses import replace

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft

_NOT_KNOWN = "not known: history is shallow (git fetch --unshallow)"


def check_id(draft: Draft, seen: CheckInput) -> Check:
    """Return whether the id of an addition was never used."""
    if draft.rule_id in seen.taken:
        why = "was deleted, is deprecated or is another agent's; an id is never used again"
        return Check("id", False, f"{draft.rule_id} {why}")
    return Check("id", True, "the id was never used")


def with_cut_history(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Return `checks` so that an id that was not found among deleted ones is not said to be unused: history is cut."""
    return tuple(replace(item, detail=_NOT_KNOWN) if item.name == "id" and item.ok else item for item in checks)
