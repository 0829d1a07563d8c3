"""One chat message, exactly one."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.chat_message import chat_messages
from runtime.traces.formats.transcript import BadRecord, Record, ToolRequest, TranscriptMessage

RECORD = Record({}, "talks.jsonl", 6)


def read(*items: object) -> tuple[tuple[TranscriptMessage, ...], list[BadRecord]]:
    """Return the messages, and what was reported."""
    problems: list[BadRecord] = []
    return chat_messages(list(items), RECORD, problems.append), problems


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        (None, ""),
        ([{"type": "text", "text": "a"}, {"type": "input_text", "text": "b"}], "a\nb"),
        ([{"type": "refusal", "refusal": "I will not"}], "I will not"),
        (
            [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "data:..."}}],
            "look\n[image_url]",
        ),
        (["a", {"text": "b"}], "a\nb"),
        ([{"type": "text"}], '{"type":"text"}'),
        ({"rooms": 2}, '{"rooms":2}'),
        (7, "7"),
    ],
    ids=["text", "none", "parts", "refusal", "image", "bare", "empty-part", "object", "number"],
)
def test_content_in_every_shape(content: object, text: str) -> None:
    (message,), problems = read({"role": "user", "content": content})
    assert (message.role, message.text, problems) == ("user", text, [])


@pytest.mark.parametrize(
    ("recorded", "role"),
    [
        ("developer", "developer"),
        ("human", "user"),
        ("ai", "assistant"),
        ("function", "tool"),
        ("Assistant", "assistant"),
        ("critic", "critic"),
    ],
)
def test_roles(recorded: str, role: str) -> None:
    assert read({"role": recorded, "content": ""})[0][0].role == role


def test_a_refusal_is_what_was_said() -> None:
    message = read({"role": "assistant", "content": None, "refusal": "I will not."})[0][0]
    assert (message.text, message.finish_reason) == ("I will not.", "refusal")


@pytest.mark.parametrize(
    ("fields", "call"),
    [
        (
            {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}]},
            ToolRequest("f", '{"a":1}', "c1"),
        ),
        (
            {"tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": {"a": 1}}}]},
            ToolRequest("f", '{"a": 1}', "c1"),
        ),
        (
            {"tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{bad"}}]},
            ToolRequest("f", "{bad", "c1"),
        ),
        ({"function_call": {"name": "f", "arguments": "{}"}}, ToolRequest("f", "{}", "")),
        (
            {"tool_calls": [{"id": "c2", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}]},
            ToolRequest("sql", '{"input":"select 1"}', "c2"),
        ),
    ],
    ids=["function", "object", "malformed", "legacy", "custom"],
)
def test_calls_in_every_shape(fields: JsonObject, call: ToolRequest) -> None:
    (message,), problems = read({"role": "assistant", "content": None, **fields})
    assert message.calls == (call,)
    assert problems == []


def test_a_message_may_use_an_id_twice() -> None:
    call = {"id": "c1", "function": {"name": "f", "arguments": "{}"}}
    assert len(read({"role": "assistant", "tool_calls": [call, call]})[0][0].calls) == 2


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, ""),
        ({"error": "gone"}, "gone"),
        ({"error": {"code": 5}}, '{"code":5}'),
        ({"is_error": True}, "failed"),
        ({"status": "error"}, "failed"),
    ],
)
def test_a_result_says_what_it_answers_and_whether_it_failed(fields: JsonObject, error: str) -> None:
    message = read({"role": "tool", "tool_call_id": "c1", "name": "f", "content": "x", **fields})[0][0]
    assert (message.call_id, message.name, message.error) == ("c1", "f", error)


def test_what_is_no_message_is_told_with_its_place() -> None:
    messages, problems = read(
        {"role": "user", "content": "a"},
        "text",
        {"content": "no role"},
        {"role": "assistant", "tool_calls": [5]},
        {"role": "assistant", "tool_calls": "x"},
    )
    assert [message.source_id for message in messages] == ["1", "4", "5"]
    assert [(one.file, one.line, one.what) for one in problems] == [
        ("talks.jsonl", 6, f"message {n}") for n in (2, 3, 4, 5)
    ]


@pytest.mark.parametrize("call_id", [7, 1.5, True, ["a"], {"a": 1}], ids=["int", "float", "bool", "list", "object"])
def test_an_id_that_is_no_text_still_pairs(call_id: object) -> None:
    items: list[object] = [
        {"role": "assistant", "tool_calls": [{"id": call_id, "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": call_id, "content": "ok"},
    ]
    problems: list[BadRecord] = []
    asked, answered = chat_messages(items, Record({}, "traces.jsonl", 1), problems.append)
    assert asked.calls[0].call_id == answered.call_id != ""
    assert problems == []
