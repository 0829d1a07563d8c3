"""All gates over one proposal, in a fixed order; every decision comes back with its reason."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from runtime.contracts.action import Action
from runtime.contracts.decision import Verdict
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import GateRecord
from runtime.gates.fixed_gates import FIXED_GATES
from runtime.gates.pedagogy import GateView
from runtime.gates.rule_gates import apply_rule_gates
from runtime.state.condition_view import action_view, leak_in, repeats_of, said_so_far


class Gated(NamedTuple):
    """What may happen: `action` is None when the proposal was blocked, and `reason` says why."""

    action: Action | None
    records: tuple[GateRecord, ...]
    reason: str


def decide(action: Action, rules: Sequence[Rule], context: JsonObject, view: GateView) -> Gated:
    """Return the action that may happen. The fixed gates speak first, then rule gates; the first objection decides.

    The records name each gate that objected (and so stopped the asking), or all that were asked and allowed; a gate
    that only observes is recorded and changes nothing.
    A replacement goes through every gate once more, as the action it now is, and is blocked by the first that objects:
    no rule can open what a gate keeps shut, and no conversion gets around a rule. A refusal that safety asks for is
    final.
    """
    records: list[GateRecord] = []
    objection = _first_objection(action, rules, context, view, records)
    if objection is None:
        return Gated(action, tuple(records), "")
    if objection.decision == "block" or objection.action is None:
        return Gated(None, tuple(records), objection.reason)
    instead = objection.action
    again = _first_objection(instead, rules, _context_of(instead, context, view), _view_of(instead, view), records)
    if again is not None:
        return Gated(None, tuple(records), again.reason)
    return Gated(instead, tuple(records), objection.reason)


def _view_of(action: Action, view: GateView) -> GateView:
    """What the gates may look at when `action` stands in for the proposal: its own repeats and its own text."""
    known = said_so_far(view.state, view.sample)
    return replace(view, repeats=repeats_of(action, view.state), leak=leak_in(action, view.sample, known))


def _context_of(action: Action, context: JsonObject, view: GateView) -> JsonObject:
    return {**context, "action": action_view(action, view.state, view.sample)}


def _first_objection(
    action: Action, rules: Sequence[Rule], context: JsonObject, view: GateView, records: list[GateRecord]
) -> Verdict | None:
    objection = _fixed_objection(action, view, records)
    if objection is not None or (view.is_unsafe and action.kind == "SAFETY_REFUSE"):
        return objection
    return _rule_objection(action, rules, context, view, records)


def _fixed_objection(action: Action, view: GateView, records: list[GateRecord]) -> Verdict | None:
    passed: list[str] = []
    for name, gate in FIXED_GATES:
        verdict = gate(action, view)
        if verdict is None:
            passed.append(name)
        elif view.modes.is_enforced(name):
            records.append(GateRecord(name, verdict.decision, verdict.reason))
            return verdict
        else:
            records.append(GateRecord(name, "observe", f"would {verdict.decision}: {verdict.reason}"))
    records.append(GateRecord("fixed", "allow", f"asked, none objects: {', '.join(passed)}"))
    return None


def _rule_objection(
    action: Action, rules: Sequence[Rule], context: JsonObject, view: GateView, records: list[GateRecord]
) -> Verdict | None:
    first: Verdict | None = None
    for verdict in apply_rule_gates(action, rules, context, view):
        records.append(GateRecord(verdict.gate, verdict.decision, verdict.reason))
        if first is None and verdict.decision != "allow":
            first = verdict
    return first
