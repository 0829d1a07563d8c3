"""Rules with `enforce: gate` on what the inspector proposes, and on each candidate that its report keeps or drops."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from runtime.agents.inspector.actions import Report
from runtime.agents.inspector.state import InspectorState
from runtime.agents.inspector.view import DecisionKind, decision_context
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import GateDecision, GateRecord
from runtime.rules.evaluate_condition import judge

_BROKEN = "the rule's condition could not be evaluated"
_OTHER: dict[DecisionKind, DecisionKind] = {"KEEP": "DROP", "DROP": "KEEP"}


@dataclass(frozen=True)
class Decision:
    """One candidate of a report: what the model decided, what the gates let happen, and what they said."""

    candidate: int
    proposed: DecisionKind
    taken: DecisionKind
    context: JsonObject
    gates: tuple[GateRecord, ...]


class GatedReport(NamedTuple):
    """The report as it is taken, and the decisions it is made of in the order of their ids."""

    report: Report
    decisions: tuple[Decision, ...]


def gate_proposal(rules: Sequence[Rule], context: JsonObject) -> tuple[GateRecord, ...]:
    """Return what gated rules say of a tool request or a report; what one violates, or cannot judge, is blocked."""
    return tuple(record for rule in rules if (record := _record(rule, context, "block")) is not None)


def gate_report(report: Report, rules: Sequence[Rule], state: InspectorState, sample: Sample) -> GatedReport:
    """Return `report` with each measured or kept candidate judged: one kept against a rule is taken out, one dropped
    against a rule is put in.

    Where a condition cannot be evaluated the candidate is not kept. The verdict follows only where that changed
    what is kept: a report that no gate touched is taken as it was written.
    """
    names = sorted({*report.kept_ids, *state.measured})
    decisions = tuple(_decide(name, report, rules, state, sample) for name in names)
    changed = {decision.candidate for decision in decisions if decision.taken != decision.proposed}
    if not changed:
        return GatedReport(report, decisions)
    put_in = tuple(name for name in names if name in changed and name not in report.kept_ids)
    kept = tuple(name for name in report.kept_ids if name not in changed) + put_in
    return GatedReport(replace(report, kept_ids=kept, verdict="reject" if kept else "accept"), decisions)


def _decide(name: int, report: Report, rules: Sequence[Rule], state: InspectorState, sample: Sample) -> Decision:
    proposed: DecisionKind = "KEEP" if name in report.kept_ids else "DROP"
    context = decision_context(proposed, name, report, state, sample)
    records = tuple(record for rule in rules if (record := _record(rule, context, "convert")) is not None)
    said = {record.decision for record in records}
    taken = proposed
    if "block" in said:
        taken = "DROP"
    elif "convert" in said:
        taken = _OTHER[proposed]
    return Decision(name, proposed, taken, context, records)


def _record(rule: Rule, context: JsonObject, if_violated: GateDecision) -> GateRecord | None:
    if rule.enforce != "gate":
        return None
    found = judge(rule, context)
    if found == "silent":
        return None
    gate = f"rule:{rule.id}"
    if found == "error":
        return GateRecord(gate, "block", _BROKEN)
    if found == "violates":
        return GateRecord(gate, if_violated, rule.text.strip())
    return GateRecord(gate, "allow", rule.title)
