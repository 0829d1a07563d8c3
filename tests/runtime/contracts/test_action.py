"""Actions: their names in conditions, their JSON, and what makes two calls the same."""

import pytest

from runtime.contracts.action import ACTION_KINDS, RESPONSES, Action
from runtime.contracts.json_types import JsonObject

CALL = Action("REQUEST_TOOL", tool="zoom", arguments={"b": 1, "a": [0, 1]}, reason="look")


def test_a_condition_names_a_tool_request_by_its_tool() -> None:
    assert CALL.name == "zoom"
    assert Action("HINT", tool="zoom").name == "HINT"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Action("REVEAL_ANSWER"), {"action": "REVEAL_ANSWER"}),
        (Action("HINT", text="Look.", hint_level=2), {"action": "HINT", "text": "Look.", "hint_level": 2}),
        (CALL, {"action": "REQUEST_TOOL", "tool": "zoom", "arguments": {"b": 1, "a": [0, 1]}, "reason": "look"}),
        (Action("REQUEST_TOOL", tool="ocr"), {"action": "REQUEST_TOOL", "tool": "ocr", "arguments": {}}),
        (Action("QUIZ", text="Which?", tool="zoom", arguments={"a": 1}), {"action": "QUIZ", "text": "Which?"}),
    ],
    ids=["reveal", "hint", "call", "call without arguments", "a quiz has no tool"],
)
def test_the_json_leaves_empty_fields_out(action: Action, expected: JsonObject) -> None:
    assert action.to_json() == expected


def test_a_hint_in_place_of_a_call_is_no_call_and_the_call_stays() -> None:
    hint = CALL.with_hint(2, "Look.")
    assert hint == Action("HINT", text="Look.", hint_level=2, reason="look")
    assert CALL.tool == "zoom"


def test_the_order_of_arguments_does_not_make_another_call() -> None:
    same = Action("REQUEST_TOOL", tool="zoom", arguments={"a": [0, 1], "b": 1})
    assert CALL.call_key() == same.call_key() == 'zoom:{"a":[0,1],"b":1}'
    assert CALL.call_key() != Action("REQUEST_TOOL", tool="ocr", arguments=CALL.arguments).call_key()


def test_responses_are_what_a_student_answers() -> None:
    assert set(ACTION_KINDS) - RESPONSES == {"REQUEST_TOOL", "REVEAL_ANSWER", "SAFETY_REFUSE"}
