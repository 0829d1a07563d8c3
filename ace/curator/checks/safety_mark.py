"""Safety rules are changed by people only, and no draft makes one."""

from ace.curator.checks.check import Check
from ace.curator.draft import Draft


def check_safety(draft: Draft) -> Check:
    """Return whether the draft leaves safety rules, and the mark itself, alone."""
    touched = [rule.id for rule in (draft.before, *draft.merged) if rule is not None and rule.safety]
    if touched:
        return Check("safety", False, f"{touched[0]} is a safety rule: safety rules are changed by people only")
    if draft.after is not None and draft.after.safety:
        return Check("safety", False, "only a person makes a safety rule: safety rules are changed by people only")
    return Check("safety", True, "no safety rule is touched")
