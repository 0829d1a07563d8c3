"""Reviewed rules with `enforce: gate` over what a person's own agent proposes. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import GateRecord
from runtime.rules.evaluate_condition import judge

BLOCK = "block"


class Answer(NamedTuple):
    """What the agent is told, and what is recorded of it. `is_stopped`: the proposal may not be carried out."""

    verdict: JsonObject
    records: tuple[GateRecord, ...]
    is_stopped: bool


def answer_proposal(rules: Sequence[Rule], context: JsonObject) -> Answer:
    """Return the verdict on a proposal; the first gate that objects decides, and no later one is asked.

    A rule whose condition cannot be evaluated blocks. `convert` names in `instead` what the rule wants done; the agent
    does it, or something else that it may propose in turn.
    """
    allowed: list[GateRecord] = []
    for rule in rules:
        if rule.enforce != "gate":
            continue
        gate = f"rule:{rule.id}"
        found = judge(rule, context)
        if found == "complies":
            allowed.append(GateRecord(gate, "allow", rule.title))
        elif found == "error":
            return _stopped(rule, BLOCK, "the rule's condition could not be evaluated")
        elif found == "violates":
            return _stopped(rule, rule.otherwise.action if rule.otherwise else BLOCK, rule.text.strip())
    return Answer({"type": "verdict", "decision": "allow", "reason": ""}, tuple(allowed), False)


def _stopped(rule: Rule, instead: str, reason: str) -> Answer:
    verdict: JsonObject = {"type": "verdict", "decision": "block", "reason": reason, "rule": rule.id}
    if instead == BLOCK:
        return Answer(verdict, (GateRecord(f"rule:{rule.id}", "block", reason),), True)
    verdict |= {"decision": "convert", "instead": instead}
    return Answer(verdict, (GateRecord(f"rule:{rule.id}", "convert", reason),), True)
