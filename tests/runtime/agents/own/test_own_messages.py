"""Lines of the protocol: what is one, and what is said of what is none."""

import json

import pytest

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.messages import (
    MAX_LINE_BYTES,
    EndLine,
    ErrorLine,
    ProposeLine,
    StepLine,
    parse_object,
    read_line,
    read_reply,
    to_line,
)
from runtime.contracts.json_types import JsonObject
from tests.runtime.agents.own.own_building import END, LOOK_UP


def test_each_kind_of_line_is_read() -> None:
    assert isinstance(read_line({"type": "propose", "action": {}}), ProposeLine)
    step = read_line(LOOK_UP | {"usage": {"prompt_tokens": 3, "cost_usd": 1}, "raw": "hm"})
    assert isinstance(step, StepLine)
    assert step.usage.cost_usd == 1.0
    assert isinstance(read_line(END), EndLine)
    assert isinstance(read_line({"type": "error", "message": "no"}), ErrorLine)


@pytest.mark.parametrize(("given", "success"), [(True, True), (False, False), (0.5, 0.5), (1, 1.0), (None, None)])
def test_success_is_a_yes_or_no_or_a_share(given: object, success: object) -> None:
    line = read_line({"type": "end", "success": given})
    assert isinstance(line, EndLine)
    assert line.success == success
    assert type(line.success) is type(success)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"hello", "not a line of JSON", id="no JSON"),
        pytest.param(b"", "not a line of JSON", id="nothing"),
        pytest.param(b'{"a": 1', "not a line of JSON", id="cut off"),
        pytest.param(b"[1]", "not an object", id="a list"),
        pytest.param(b'\xef\xbb\xbf{"a": 1}', "begins with a byte order mark", id="byte order mark"),
        pytest.param(b'{"a": 1, "a": 2}', "key 'a' stands twice", id="a key twice"),
        pytest.param(b'{"x": [{"b": 1, "c": 2, "b": 1}]}', "key 'b' stands twice", id="a key twice, further in"),
        pytest.param(b'"a"', "not an object", id="a text"),
        pytest.param(b'{"a": NaN}', "not a line of JSON", id="NaN"),
        pytest.param(b'{"a": Infinity}', "not a line of JSON", id="infinity"),
        pytest.param(b'{"a": 1e999}', "too large", id="a number beyond floats"),
        pytest.param(b'{"a": "\xff"}', "0xff at 8 is not UTF-8", id="no UTF-8"),
        pytest.param(b'{"a": "\\ud800"}', "not a line of JSON", id="half a character"),
        pytest.param(b'{"a":' * 60 + b"1" + b"}" * 60, "nested deeper than 50", id="deep"),
        pytest.param(b'{"a":' * 100_000, "not a line of JSON", id="very deep"),
        pytest.param(b"[" * 100_000, "not a line of JSON", id="a very deep list"),
        pytest.param(b" " * (MAX_LINE_BYTES + 1), "more than", id="huge"),
    ],
)
def test_what_is_no_object_is_said(data: bytes, says: str) -> None:
    with pytest.raises(AgentFaultError, match=says) as caught:
        parse_object(data)
    assert caught.value.kind == "protocol"
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("value", "says"),
    [
        pytest.param({}, "no `type`", id="without a type"),
        pytest.param({"type": 3}, "no `type`", id="a type of another type"),
        pytest.param({"type": "stop"}, "type 'stop'", id="another type"),
        pytest.param({"type": "step"}, "'action' is missing", id="a step without an action"),
        pytest.param({"type": "step", "action": "x"}, "'action'", id="an action that is a text"),
        pytest.param({"type": "step", "action": {}, "resutl": {}}, "did you mean `result`", id="misspelt"),
        pytest.param(
            {"type": "step", "action": {}, "result": {"ok": True, "sumary": ""}}, "`summary`", id="misspelt inside"
        ),
        pytest.param({"type": "step", "action": {}, "result": {"ok": 1}}, "result.ok", id="a number for a yes"),
        pytest.param(
            {"type": "step", "action": {}, "result": {"ok": False, "error_class": "x"}}, "error_class", id="class"
        ),
        pytest.param({"type": "step", "action": {}, "usage": {"prompt_tokens": -1}}, "prompt_tokens", id="negative"),
        pytest.param({"type": "step", "action": {}, "usage": {"prompt_tokens": "1"}}, "prompt_tokens", id="a text"),
        pytest.param({"type": "end", "success": 2}, "success", id="more than all"),
        pytest.param({"type": "end", "success": "yes"}, "success", id="a word"),
        pytest.param({"type": "end", "scores": {"a": "b"}}, "scores.a", id="a score in words"),
        pytest.param({"type": "error"}, "message", id="an error without words"),
    ],
)
def test_what_is_no_line_is_said(value: JsonObject, says: str) -> None:
    with pytest.raises(AgentFaultError, match=says):
        read_line(value)


@pytest.mark.parametrize("success", [2, -0.1, "yes", "true", [True], {}])
def test_a_success_that_is_none_is_answered_with_what_it_may_be(success: object) -> None:
    with pytest.raises(AgentFaultError, match="'success' must be true, false or a number from 0 to 1"):
        read_line({"type": "end", "success": success})


def test_a_key_in_two_objects_and_a_long_number_are_no_fault() -> None:
    assert parse_object(b'{"a": {"k": 1}, "b": {"k": 2}}') == {"a": {"k": 1}, "b": {"k": 2}}
    assert parse_object(b'{"a": ' + b"9" * 400 + b"}")["a"] == int("9" * 400)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        pytest.param({"steps": [LOOK_UP | {"type": "propose"}], "end": {}}, "steps.0: type 'propose'", id="propose"),
        pytest.param({"steps": [LOOK_UP, {"type": "end"}], "end": {}}, "steps.1: type 'end'", id="an end among steps"),
        pytest.param({"steps": [{"type": 5}], "end": {}}, "steps.0: type '5'", id="no text"),
        pytest.param({"end": {"type": "error", "message": "x"}}, "end: type 'error'", id="another ending"),
    ],
)
def test_a_whole_reply_holds_steps_that_were_taken_and_nothing_else(value: JsonObject, says: str) -> None:
    with pytest.raises(AgentFaultError, match=says):
        read_reply(value)


def test_a_reply_is_its_lines() -> None:
    step = {key: value for key, value in LOOK_UP.items() if key != "type"}
    assert read_reply({"steps": [step], "end": {"success": True}}) == [LOOK_UP, END]
    assert read_reply({"error": "broken"}) == [{"type": "error", "message": "broken"}]


@pytest.mark.parametrize(
    "value",
    [{}, {"steps": []}, {"end": {}, "error": "x"}, {"steps": {}, "end": {}}, {"end": {}, "more": 1}, {"end": []}],
    ids=json.dumps,
)
def test_what_is_no_reply_is_said(value: JsonObject) -> None:
    with pytest.raises(AgentFaultError, match="reply"):
        read_reply(value)


def _within_itself() -> list[object]:
    out: list[object] = []
    out.append(out)
    return out


@pytest.mark.parametrize(
    "value", [{"a": {1, 2}}, float("nan"), _within_itself(), {"a": b"x"}, {(1, 2): 3}], ids=lambda value: "odd"
)
def test_what_json_cannot_hold_is_said(value: object) -> None:
    with pytest.raises(AgentFaultError, match="JSON cannot hold"):
        to_line(value)


def test_what_json_can_hold_comes_back() -> None:
    assert parse_object(to_line({"a": ["é", 1.5, None, True]})) == {"a": ["é", 1.5, None, True]}
