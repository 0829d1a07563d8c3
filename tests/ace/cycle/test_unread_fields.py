"""Rules that imported traces do not hold enough for are named, and not taken for kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.traces_only import with_decisions
from ace.cycle.unread_fields import readable_rules, recorded_fields
from runtime.agents.own.own_agent_spec import own_agent_spec
from runtime.agents.own.settings import OwnAgentSettings
from runtime.agents.registry import AgentSpec
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.runtime.traces.formats.test_decision_context import APPROVE, own_episode, read_back

SETTINGS = OwnAgentSettings.model_validate(
    {
        "kind": "python",
        "path": "bot.approver:Approver",
        "tools": ["fetch"],
        "actions": ["APPROVE"],
        "fields": [
            {"path": "action.paid", "default": 0.0, "doc": "paid out"},
            {"path": "state.claim.amount", "default": 0.0, "doc": "asked"},
            {"path": "state.claim.late", "default": False, "doc": "after the day"},
        ],
    }
)


@pytest.fixture
def agent() -> AgentSpec:
    """Return the agent that the traces are of."""
    return own_agent_spec("expenses", SETTINGS, Path())


def rule(when: str, require: str = "state.step > 0") -> Rule:
    """Return a reviewed rule with that condition."""
    return Rule.model_validate(
        {"schema": 1, "id": "r.one", "title": "One", "agent": "expenses", "text": "One.", "when": when,
         "require": require}
    )  # fmt: skip


def foreign() -> Episode:
    """Return an episode whose trace says nothing of conditions."""
    back = read_back(own_episode(APPROVE, APPROVE))
    (step,) = back.steps
    said: JsonObject = {"action": "RESPOND", "text": "Approved."}
    seen: JsonObject = {"kind": "RESPOND", "tool": "", "arguments": {}, "text": "Approved."}
    plain = replace(step, proposed=said, taken=said, context={"action": seen, "state": {"step": 0}})
    return replace(back, header=replace(back.header, context={}), steps=(plain,))


@pytest.mark.parametrize(
    ("when", "missing"),
    [
        pytest.param("state.claim.amount > 50.0", "state.claim.amount", id="a declared field"),
        pytest.param("action.paid > 50.0", "action.paid", id="of the action"),
        pytest.param('"meals" in episode.tags', "episode.tags", id="of the sample"),
        pytest.param("action.name == 'APPROVE'", "the action APPROVE", id="an action of its own"),
        pytest.param("action.text != '' && action.repeats > 0", "", id="what every trace tells"),
        pytest.param("action.name == 'fetch'", "", id="a tool"),
        pytest.param("action.arguments.claim == 'X-1'", "", id="an argument"),
    ],
)
def test_a_rule_is_left_out_where_no_trace_holds_what_it_reads(agent: AgentSpec, when: str, missing: str) -> None:
    read = readable_rules([foreign()], [rule(when)], agent)
    assert len(read.checked) == (not missing)
    note = f"rule r.one was not checked: these traces do not hold {missing}"
    assert read.notes == ((note,) if missing else ())


def test_a_trace_that_says_what_conditions_saw_is_checked_by_every_rule(agent: AgentSpec) -> None:
    read_from = [read_back(own_episode(APPROVE, APPROVE))]
    assert readable_rules(read_from, [rule("action.name == 'APPROVE' && action.paid > 5.0")], agent).notes == ()
    # A field that was declared since.
    assert "state.claim.late" in readable_rules(read_from, [rule("state.claim.late")], agent).notes[0]


def test_where_some_traces_lack_it_the_rule_stays_with_a_note(agent: AgentSpec) -> None:
    both = [read_back(own_episode(APPROVE, APPROVE)), foreign()]
    read = readable_rules(both, [rule("action.paid > 5.0")], agent)
    assert len(read.checked) == 1
    assert read.notes == (
        "rule r.one: 1 of 2 traces do not hold action.paid; there it was checked against defaults",
    )  # fmt: skip


def test_what_was_run_here_and_shipped_agents_are_as_they_were(agent: AgentSpec) -> None:
    rules = [rule("state.claim.late")]
    assert readable_rules([own_episode(APPROVE, APPROVE)], rules, agent).notes == ()
    assert readable_rules([foreign()], rules, replace(agent, has_own_model=False)).notes == ()


def test_recorded_values_are_read_and_those_of_another_type_are_not(agent: AgentSpec) -> None:
    state: JsonObject = {"step": "many", "claim": {"amount": 7, "late": "yes"}, "more": 1}
    action: JsonObject = {"name": "APPROVE", "kind": "NOBODYS"}
    assert recorded_fields({"action": action, "state": state}, agent.context) == {
        "action": {"name": "APPROVE"},
        "state": {"claim": {"amount": 7.0}},
    }


def test_decisions_hold_what_was_recorded_and_defaults_for_the_rest(agent: AgentSpec) -> None:
    (one,) = with_decisions([read_back(own_episode(APPROVE, APPROVE))], agent)
    context = one.steps[0].context
    assert as_object(context["action"])["paid"] == 60.0
    assert as_object(context["state"])["claim"] == {"amount": 60.0, "late": False}
    assert one.header.context == {"sample": "claim-1", "tags": ["meals"]}
