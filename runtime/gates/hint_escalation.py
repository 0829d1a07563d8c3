"""Hints go up one level at a time, and not round in circles."""

from runtime.contracts.action import MAX_HINT_LEVEL, Action
from runtime.contracts.decision import Verdict
from runtime.gates.pedagogy import GateView, hint_text

# A hint may be put in other words once; then it is time for the next level.
MAX_HINTS_AT_LEVEL = 2


def hint_escalation(action: Action, view: GateView) -> Verdict | None:
    """Turn a hint that skips a level, or a third one that does not go up, into the authored hint of the next level.

    The model's own words are not kept: words for level 3 say too much at level 1. A hint of a level already given, or
    of a lower one, counts as the same hint again; at the last level the answer is open and nothing is converted.
    """
    student = view.state.student
    if action.kind != "HINT":
        return None
    wanted, given = action.hint_level, student.hint_level
    if wanted > given + 1:
        why = f"hint {wanted} was asked for after level {given}"
    elif wanted <= given < MAX_HINT_LEVEL and student.hints_at_level >= MAX_HINTS_AT_LEVEL:
        why = f"{student.hints_at_level} hints were given at level {given}"
    else:
        return None
    level = given + 1
    hint = action.with_hint(level, hint_text(view.sample, level))
    return Verdict("hint_escalation", "convert", f"{why}: hint {level} instead", hint)
