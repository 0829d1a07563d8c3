"""What one span says."""

import json

import pytest

from runtime.traces.formats.aliases import SpanKind
from runtime.traces.formats.otlp_spans import Span, SpanEvent
from runtime.traces.formats.span_content import read_turn, span_error
from runtime.traces.formats.span_turn import SpanTurn
from runtime.traces.formats.transcript import ToolRequest
from tests.runtime.traces.formats.span_files import span

_IN = [{"role": "user", "parts": [{"type": "text", "content": "Weather?"}]}]
_OUT = [{"role": "assistant", "parts": [{"type": "text", "content": "Rain."}], "finish_reason": "stop"}]


def _turn(one: Span, kind: SpanKind = "chat") -> tuple[SpanTurn, list[str]]:
    problems: list[str] = []
    return read_turn(one, kind, "", problems.append), problems


@pytest.mark.parametrize(
    "attributes",
    [
        {"gen_ai.input.messages": json.dumps(_IN), "gen_ai.output.messages": json.dumps(_OUT)},
        {"gen_ai.input.messages": _IN, "gen_ai.output.messages": _OUT},
        {
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "Weather?",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.contents.0.message_content.type": "text",
            "llm.output_messages.0.message.contents.0.message_content.text": "Rain.",
        },
        {
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "Weather?",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "Rain.",
            "gen_ai.completion.0.finish_reason": "stop",
        },
        {"input.value": "Weather?", "output.value": "Rain."},
        {
            "input.value": json.dumps({"messages": [{"role": "user", "content": "Weather?"}]}),
            "output.value": json.dumps({"choices": [{"message": {"role": "assistant", "content": "Rain."}}]}),
        },
    ],
    ids=["json text", "structured", "openinference", "openllmetry", "values", "requests"],
)
def test_messages_in_attributes(attributes: dict[str, object]) -> None:
    turn, problems = _turn(span(1, attributes))
    assert problems == []
    assert [(message.role, message.text) for message in turn.inputs] == [("user", "Weather?")]
    assert [(message.role, message.text) for message in turn.outputs] == [("assistant", "Rain.")]


@pytest.mark.parametrize(
    "events",
    [
        [
            SpanEvent("gen_ai.user.message", {"content": "Weather?", "gen_ai.system": "openai"}),
            SpanEvent("gen_ai.choice", {"message": json.dumps({"role": "assistant", "content": "Rain."})}),
        ],
        [
            SpanEvent("gen_ai.user.message", {"gen_ai.event.content": json.dumps({"content": "Weather?"})}),
            SpanEvent("gen_ai.choice", {}, {"index": 0, "message": {"content": "Rain."}}),
        ],
        [
            SpanEvent("gen_ai.user.message", {"content": json.dumps([{"text": "Weather?"}])}),
            SpanEvent("gen_ai.choice", {"message": "Rain.", "finish_reason": "stop"}),
        ],
        [
            SpanEvent(
                "gen_ai.client.inference.operation.details",
                {"gen_ai.input.messages": _IN, "gen_ai.output.messages": _OUT},
            )
        ],
        [
            SpanEvent(
                "gen_ai.content.prompt", {"gen_ai.prompt": json.dumps([{"role": "user", "content": "Weather?"}])}
            ),
            SpanEvent("gen_ai.content.completion", {"gen_ai.completion": json.dumps([{"content": "Rain."}])}),
        ],
    ],
    ids=["attributes", "json body", "content blocks", "details", "oldest"],
)
def test_messages_in_events(events: list[SpanEvent]) -> None:
    turn, problems = _turn(span(1, events=events))
    assert problems == []
    assert [(message.role, message.text) for message in turn.inputs] == [("user", "Weather?")]
    assert [(message.role, message.text) for message in turn.outputs] == [("assistant", "Rain.")]


def test_a_tool_event_names_its_call() -> None:
    turn, _ = _turn(span(1, events=[SpanEvent("gen_ai.tool.message", {"id": "call_1", "content": "rain"})]))
    assert (turn.inputs[0].role, turn.inputs[0].call_id, turn.inputs[0].text) == ("tool", "call_1", "rain")


def test_system_instructions_come_first() -> None:
    attributes = {
        "gen_ai.system_instructions": '[{"type": "text", "content": "Be brief."}]',
        "gen_ai.input.messages": _IN,
    }
    turn, _ = _turn(span(1, attributes))
    assert [(message.role, message.text) for message in turn.inputs] == [("system", "Be brief."), ("user", "Weather?")]


def test_content_that_is_no_json_is_told() -> None:
    turn, problems = _turn(span(1, {"gen_ai.input.messages": '[{"role": "user"', "gen_ai.output.messages": _OUT}))
    assert turn.inputs == ()
    assert len(problems) == 1
    assert "input messages" in problems[0]


def test_counts_without_content() -> None:
    attributes = {
        "gen_ai.usage.input_tokens": 9,
        "gen_ai.usage.output_tokens": 2,
        "gen_ai.usage.cache_read.input_tokens": 4,
        "gen_ai.response.finish_reasons": ["tool_calls"],
    }
    turn, _ = _turn(span(1, attributes))
    assert (turn.prompt_tokens, turn.completion_tokens, turn.cached_tokens, turn.finish_reason, turn.duration_ms) == (
        9, 2, 4, "tool_calls", 500.0,
    )  # fmt: skip
    assert (turn.inputs, turn.outputs) == ((), ())


@pytest.mark.parametrize(
    ("attributes", "name", "call", "result"),
    [
        (
            {"gen_ai.tool.name": "f", "gen_ai.tool.call.id": "c", "gen_ai.tool.call.arguments": {"a": 1},
             "gen_ai.tool.call.result": {"b": 2}},
            "",
            ToolRequest("f", '{"a": 1}', "c"),
            '{"b": 2}',
        ),
        (
            {"tool.name": "f", "input.value": '{"a": 1}', "output.value": "done", "tool_call.id": "c"},
            "",
            ToolRequest("f", '{"a": 1}', "c"),
            "done",
        ),
        ({}, "execute_tool f", ToolRequest("f", "{}", ""), ""),
        ({}, "", ToolRequest("unnamed", "{}", ""), ""),
    ],
)  # fmt: skip
def test_tool_spans(attributes: dict[str, object], name: str, call: ToolRequest, result: str) -> None:
    turn, _ = _turn(span(1, attributes, name=name), "tool")
    assert (turn.call, turn.result) == (call, result)


def test_errors_say_class_and_message() -> None:
    raised = SpanEvent("exception", {"exception.type": "KeyError", "exception.message": "'city'"})
    assert span_error(span(1)) == ""
    assert span_error(span(1, error="it broke")) == "it broke"
    assert span_error(span(1, {"error.type": "timeout"})) == "timeout"
    assert span_error(span(1, events=[raised], error="x")) == "KeyError: 'city'"
    assert span_error(span(1, events=[raised])) == ""  # an exception that was handled
