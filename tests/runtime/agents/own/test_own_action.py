"""Actions of an own agent: tool calls, named actions, mere text."""

import pytest

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.own_action import OwnAction, read_action, read_state, vocabulary_of
from runtime.contracts.json_types import JsonObject
from tests.runtime.agents.own.own_building import settings

WORDS = vocabulary_of(settings())


@pytest.mark.parametrize(
    ("given", "kind", "name"),
    [
        ({"name": "lookup_order"}, "REQUEST_TOOL", "lookup_order"),
        ({"name": "REFUND"}, "REFUND", "REFUND"),
        ({"name": "REFUND", "arguments": {"a": 1}}, "REFUND", "REFUND"),
        ({"text": "Hello"}, "RESPOND", "RESPOND"),
        ({}, "RESPOND", "RESPOND"),
        ({"kind": "RESPOND", "text": "x"}, "RESPOND", "RESPOND"),
        ({"kind": "REQUEST_TOOL", "name": "invented"}, "REQUEST_TOOL", "invented"),
        ({"name": "invented", "arguments": {"a": 1}}, "REQUEST_TOOL", "invented"),
        ({"name": "SHRUG"}, "SHRUG", "SHRUG"),
        ({"kind": "DECLINE"}, "DECLINE", "DECLINE"),
    ],
    ids=str,
)
def test_the_kind_follows_from_the_name(given: JsonObject, kind: str, name: str) -> None:
    action = read_action(given, WORDS)
    assert (action.kind, action.name) == (kind, name)


def test_an_unknown_name_with_a_result_is_a_tools() -> None:
    assert read_action({"name": "invented"}, WORDS, has_result=True).is_call


def test_a_call_as_steps_and_conditions_hold_it() -> None:
    action = read_action({"name": "lookup_order", "arguments": {"order": "A"}, "amount": 2}, WORDS)
    assert action.to_json() == {
        "action": "REQUEST_TOOL",
        "tool": "lookup_order",
        "arguments": {"order": "A"},
        "text": "",
        "amount": 2.0,
        "tone": "",
    }
    assert action.view(1) == {
        "kind": "REQUEST_TOOL",
        "name": "lookup_order",
        "text": "",
        "arguments": {"order": "A"},
        "repeats": 1,
        "amount": 2.0,
        "tone": "",
    }


def test_what_is_no_call_names_no_tool() -> None:
    assert "tool" not in OwnAction("REFUND", "REFUND").to_json()
    assert OwnAction("REFUND", "REFUND", arguments={"a": 1}).to_json()["tool"] == ""


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"kind": "REQUEST_TOOL"}, "needs action.name"),
        ({"kind": "DECLINE", "name": "REFUND"}, "differ"),
        ({"name": 3}, "action.name must be a text"),
        ({"name": "x" * 201}, "at most 200"),
        ({"name": "a\nb"}, "control characters"),
        ({"text": None}, "action.text must be a text"),
        ({"arguments": [1]}, "must be an object"),
        ({"arguments": None}, "must be an object"),
        ({"repeats": 3}, "action.repeats is not declared"),
    ],
    ids=str,
)
def test_what_is_no_action_is_said(given: JsonObject, says: str) -> None:
    with pytest.raises(AgentFaultError, match=says):
        read_action(given, WORDS)


def test_secrets_are_taken_out() -> None:
    action = read_action(
        {"name": "lookup_order", "arguments": {"api_key": "abc"}, "text": "Bearer abcdefgh12345"}, WORDS
    )
    assert action.arguments == {"api_key": "[redacted:secret]"}
    assert "abcdefgh" not in action.text


def test_what_ace_fills_in_may_not_be_said() -> None:
    assert read_state({"labels": ["a"]}, WORDS)["labels"] == ["a"]
    for key in ("step", "tools"):
        with pytest.raises(AgentFaultError, match=f"state.{key} is filled in by ACE"):
            read_state({key: 1}, WORDS)
