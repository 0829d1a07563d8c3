"""Messages in the shapes that frameworks record them in."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.message_shapes import read_call, read_messages, read_system
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage

_WEATHER = ToolRequest("weather", '{"city": "Bern"}', "call_1")
_ASKS: dict[str, JsonObject] = {
    "parts": {
        "role": "assistant",
        "parts": [
            {"type": "text", "content": "I look."},
            {"type": "tool_call", "id": "call_1", "name": "weather", "arguments": {"city": "Bern"}},
        ],
    },
    "openai": {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}}
        ],
    },
    "anthropic": {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "They want the weather."},
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "call_1", "name": "weather", "input": {"city": "Bern"}},
        ],
    },
    "openinference": {
        "message": {
            "role": "assistant",
            "contents": [{"message_content": {"type": "text", "text": "I look."}}],
            "tool_calls": [
                {
                    "tool_call": {
                        "id": "call_1",
                        "function": {"name": "weather", "arguments": '{"city": "Bern"}'},
                    }
                }
            ],
        }
    },
    "langchain": {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "AIMessage"],
        "kwargs": {
            "content": "I look.",
            "type": "ai",
            "tool_calls": [{"name": "weather", "args": {"city": "Bern"}, "id": "call_1", "type": "tool_call"}],
            "additional_kwargs": {
                "tool_calls": [{"id": "call_1", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}}]
            },
        },
    },
    "langchain data": {
        "type": "ai",
        "data": {"content": "I look.", "tool_calls": [{"name": "weather", "args": {"city": "Bern"}, "id": "call_1"}]},
    },
    "inspect": {
        "id": "m1",
        "role": "assistant",
        "content": [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "I look."}],
        "tool_calls": [{"id": "call_1", "function": "weather", "arguments": {"city": "Bern"}, "type": "function"}],
    },
}


@pytest.mark.parametrize("shape", _ASKS, ids=str)
def test_a_message_with_a_call_is_read_the_same_from_every_shape(shape: str) -> None:
    assert read_messages([_ASKS[shape]], "user") == (TranscriptMessage("assistant", "I look.", calls=(_WEATHER,)),)


_ANSWERS: dict[str, JsonObject] = {
    "parts": {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_1", "response": "rain"}]},
    "older parts": {"role": "user", "parts": [{"type": "tool_call_response", "id": "call_1", "result": "rain"}]},
    "openai": {"role": "tool", "tool_call_id": "call_1", "content": "rain"},
    "anthropic": {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": [{"type": "text", "text": "rain"}]}],
    },
    "responses": {"type": "function_call_output", "call_id": "call_1", "output": "rain"},
    "langchain": {"type": "tool", "content": "rain", "tool_call_id": "call_1", "status": "success"},
    "inspect": {"id": "m9", "role": "tool", "content": "rain", "tool_call_id": "call_1", "function": "weather"},
}


@pytest.mark.parametrize("shape", _ANSWERS, ids=str)
def test_a_result_names_its_call_in_every_shape(shape: str) -> None:
    (message,) = read_messages(_ANSWERS[shape], "user")
    assert (message.role, message.text, message.call_id, message.error) == ("tool", "rain", "call_1", "")


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"role": "tool", "content": "", "error": {"type": "parsing", "message": "no city"}}, "parsing: no city"),
        ({"role": "tool", "content": "broke", "error": "boom"}, "boom"),
        ({"type": "tool", "content": "broke", "status": "error"}, "broke"),
        ({"role": "user", "content": [{"type": "tool_result", "content": "no", "is_error": True}]}, "no"),
        ({"role": "tool", "content": "Error: said in words only"}, ""),
    ],
)
def test_a_result_that_the_record_calls_a_failure(message: JsonObject, error: str) -> None:
    assert read_messages(message, "user")[0].error == error


def test_several_results_in_one_message_are_several_messages() -> None:
    parts = [{"type": "tool_call_response", "id": str(n), "response": {"n": n}} for n in range(2)]
    found = read_messages({"role": "user", "parts": [*parts, {"type": "text", "content": "and?"}]}, "user")
    assert [(message.role, message.text, message.call_id) for message in found] == [
        ("user", "and?", ""),
        ("tool", '{"n": 0}', "0"),
        ("tool", '{"n": 1}', "1"),
    ]


def test_a_message_without_parts_is_still_a_message() -> None:
    assert read_messages({"role": "user", "parts": []}, "user") == (TranscriptMessage("user", ""),)
    assert read_messages({"role": "assistant", "content": None}, "user") == (TranscriptMessage("assistant", ""),)


def test_a_part_whose_content_was_not_captured_is_an_empty_text() -> None:
    assert read_messages({"role": "user", "parts": [{"type": "text"}]}, "user") == (TranscriptMessage("user", ""),)
    assert read_messages({"role": "user", "content": [{"city": "Bern"}]}, "user")[0].text == '{"city": "Bern"}'


def test_what_is_no_text_is_named() -> None:
    parts = [{"type": "blob", "mime_type": "image/png", "content": "aGk="}, {"type": "uri", "uri": "gs://x"}]
    assert read_messages({"role": "user", "parts": parts}, "user")[0].text == "[blob image/png]\n[uri]"


def test_bare_texts_and_names() -> None:
    assert read_messages("hello", "user") == (TranscriptMessage("user", "hello"),)
    assert read_messages(["a", "b"], "user")[1].text == "b"
    assert read_messages(None, "user") == ()
    assert read_messages({"role": "user", "content": "hi", "name": "eva"}, "user")[0].name == "eva"
    assert read_messages({"content": "hi"}, "assistant")[0].role == "assistant"


def test_system_instructions_are_one_message() -> None:
    parts = [{"type": "text", "content": "Be brief."}, {"type": "text", "content": "Be kind."}]
    assert read_system(parts) == (TranscriptMessage("system", "Be brief.\nBe kind."),)
    assert read_system("Be brief.") == (TranscriptMessage("system", "Be brief."),)
    assert read_system(None) == ()


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ({"name": "f"}, ToolRequest("f", "{}", "")),
        ({"name": "f", "arguments": None}, ToolRequest("f", "{}", "")),
        ({"name": "f", "arguments": "{not json"}, ToolRequest("f", "{not json", "")),
        ({"type": "function_call", "id": "fc_9", "call_id": "call_9", "name": "f"}, ToolRequest("f", "{}", "call_9")),
    ],
)
def test_calls(call: JsonObject, expected: ToolRequest) -> None:
    assert read_call(call) == expected
