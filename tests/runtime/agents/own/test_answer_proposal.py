"""Rule gates over a proposal: allow, block, convert."""

import pytest

from runtime.agents.own.answer_proposal import answer_proposal
from runtime.contracts.json_types import JsonObject
from tests.runtime.agents.own.own_building import FIRST_LOOK, own_rule

CONTEXT: JsonObject = {"action": {"name": "REFUND"}, "state": {"tools": {"called": []}}, "episode": {}}
LOOKED: JsonObject = {**CONTEXT, "state": {"tools": {"called": ["lookup_order"]}}}
BLOCK = own_rule("true", 'action.name == "DECLINE"')


def test_without_gates_everything_goes() -> None:
    words = own_rule("true", "false", enforce="prompt")
    for rules in ((), (words,)):
        answer = answer_proposal(rules, CONTEXT)
        assert answer.verdict == {"type": "verdict", "decision": "allow", "reason": ""}
        assert (answer.records, answer.is_stopped) == ((), False)


def test_a_gate_that_is_kept_is_recorded() -> None:
    answer = answer_proposal((FIRST_LOOK,), LOOKED)
    assert not answer.is_stopped
    assert [(one.gate, one.decision) for one in answer.records] == [("rule:refunds.first", "allow")]


@pytest.mark.parametrize(
    ("rule", "decision", "instead"),
    [
        (FIRST_LOOK, "convert", "lookup_order"),
        (BLOCK, "block", None),
        (own_rule("true", "false", "block"), "block", None),
        (own_rule("action.nothing", "true"), "block", None),
    ],
    ids=["names an action", "names nothing", "says block", "cannot be evaluated"],
)
def test_a_gate_that_objects_says_what_to_do(rule: object, decision: str, instead: str | None) -> None:
    answer = answer_proposal((rule,), CONTEXT)  # type: ignore[arg-type]
    assert answer.is_stopped
    assert answer.verdict["decision"] == decision
    assert answer.verdict.get("instead") == instead
    assert answer.verdict["reason"]
    assert answer.records[0].decision == decision


def test_the_first_objection_decides() -> None:
    assert answer_proposal((BLOCK, FIRST_LOOK), CONTEXT).verdict["decision"] == "block"
    assert answer_proposal((FIRST_LOOK, BLOCK), CONTEXT).verdict["decision"] == "convert"
