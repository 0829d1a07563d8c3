"""What the `otherwise` of an inspector's rule puts in the place of what violates it. Pure."""

from runtime.contracts.rule import Rule
from runtime.inspection.actions import Look
from runtime.inspection.state import InspectorState
from runtime.inspection.view import DecisionKind

_OTHER: dict[DecisionKind, DecisionKind] = {"KEEP": "DROP", "DROP": "KEEP"}


def tool_in_place(name: str, state: InspectorState) -> Look | None:
    """Return the call of the tool `name` that takes a proposal's place, None where there is none to make.

    `measure_candidate` measures every candidate that was found and not measured yet.
    """
    if name == "find_candidates":
        return Look(name)
    if name == "measure_candidate" and state.unmeasured:
        return Look(name, {"ids": list(state.unmeasured)})
    return None


def decision_in_place(rule: Rule, proposed: DecisionKind) -> DecisionKind:
    """Return what happens to a candidate whose decision `proposed` violates `rule`: what it names, else the other."""
    name = rule.otherwise.action if rule.otherwise is not None else ""
    return next((kind for kind in _OTHER if kind == name), _OTHER[proposed])
