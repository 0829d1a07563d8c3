"""Rules with `enforce: gate` on what the inspector proposes, and on each candidate that its report keeps or drops."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from runtime.agents.inspector.stand_in import decision_in_place, tool_in_place
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import GateDecision, GateRecord
from runtime.inspection.actions import Look, Report
from runtime.inspection.state import InspectorState
from runtime.inspection.view import DecisionKind, decision_context
from runtime.rules.evaluate_condition import judge

_BROKEN = "the rule's condition could not be evaluated"


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


class GatedProposal(NamedTuple):
    """What gated rules say of a tool request or a report, and the tool that is called in its place, if any."""

    records: tuple[GateRecord, ...]
    instead: Look | None = None


def gate_proposal(rules: Sequence[Rule], context: JsonObject, state: InspectorState) -> GatedProposal:
    """Return what gated rules say of a tool request or a report.

    What one violates is blocked, or gives way to the tool that its `otherwise` names where that can be called; what
    one cannot judge is blocked. Of several tools the first rule's is called, and none where another rule blocks.
    """
    records: list[GateRecord] = []
    tools: list[Look] = []
    for rule in rules:
        said = _said(rule, context)
        if said is None:
            continue
        tool = tool_in_place(rule.otherwise.action, state) if said.is_violated and rule.otherwise else None
        if tool is not None:
            tools.append(tool)
        elif said.is_violated:
            said = said._replace(decision="block")
        records.append(said.record)
    is_blocked = any(record.decision == "block" for record in records)
    return GatedProposal(tuple(records), None if is_blocked or not tools else tools[0])


def gate_report(report: Report, rules: Sequence[Rule], state: InspectorState, sample: Sample) -> GatedReport:
    """Return `report` with each measured or kept candidate judged: one kept against a rule is taken out, one dropped
    against a rule is put in, unless the rule's `otherwise` says KEEP or DROP.

    Where rules disagree, or a condition cannot be evaluated, the candidate is not kept. The verdict follows only where
    that changed what is kept: a report that no gate touched is taken as it was written.
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
    every = [(rule, said) for rule in rules if (said := _said(rule, context)) is not None]
    wanted = {decision_in_place(rule, proposed) for rule, said in every if said.is_violated}
    if any(said.decision == "block" for _, said in every):
        wanted.add("DROP")
    taken = "DROP" if "DROP" in wanted else next(iter(wanted), proposed)
    return Decision(name, proposed, taken, context, tuple(said.record for _, said in every))


class _Said(NamedTuple):
    """What a gated rule says of one decision: `convert` where it is violated, `block` where it cannot be judged."""

    gate: str
    decision: GateDecision
    reason: str

    @property
    def is_violated(self) -> bool:
        return self.decision == "convert"

    @property
    def record(self) -> GateRecord:
        return GateRecord(*self)


def _said(rule: Rule, context: JsonObject) -> _Said | None:
    if rule.enforce != "gate":
        return None
    found = judge(rule, context)
    if found == "silent":
        return None
    gate = f"rule:{rule.id}"
    if found == "error":
        return _Said(gate, "block", _BROKEN)
    if found == "violates":
        return _Said(gate, "convert", rule.text.strip())
    return _Said(gate, "allow", rule.title)
