"""OpenTelemetry files as transcripts."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.load_records import load_records
from runtime.traces.formats.otlp import fits, read
from runtime.traces.formats.otlp_encoding import encode_attributes
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.formats.transcript import BadRecord
from tests.runtime.traces.formats.damage import damaged
from tests.runtime.traces.formats.span_files import (
    SECOND,
    TRACE,
    document,
    event,
    no_problem,
    read_documents,
    span_id,
    told,
    written,
)

_USER: JsonObject = {"role": "user", "parts": [{"type": "text", "content": "Weather in Bern?"}]}
_ASKS: JsonObject = {
    "role": "assistant",
    "parts": [{"type": "tool_call", "id": "call_1", "name": "weather", "arguments": {"city": "Bern"}}],
}
_RESULT: JsonObject = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_1", "response": "rain"}]}
_SAYS: JsonObject = {"role": "assistant", "parts": [{"type": "text", "content": "It rains."}], "finish_reason": "stop"}
_TOLD = [
    ("user", "Weather in Bern?"),
    ("assistant", 'weather({"city": "Bern"})#call_1'),
    ("tool", "rain#call_1"),
    ("assistant", "It rains."),
]


def _chat(inputs: list[JsonObject], output: JsonObject) -> JsonObject:
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "m-1",
        "gen_ai.input.messages": json.dumps(inputs),
        "gen_ai.output.messages": json.dumps([output]),
        "gen_ai.usage.input_tokens": 11,
    }


def _genai(trace: str = TRACE, conversation: str = "") -> list[JsonObject]:
    agent = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "clerk"}
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "gen_ai.tool.call.id": "call_1"}
    root = written(1, {**agent, "gen_ai.conversation.id": conversation}, trace=trace, endTimeUnixNano=str(9 * SECOND))
    score = event(
        "gen_ai.evaluation.result", {"gen_ai.evaluation.name": "solved", "gen_ai.evaluation.score.value": 1.0}
    )
    return [
        {**root, "events": [score]},
        written(2, _chat([_USER], _ASKS), 1, trace=trace),
        written(3, {**tool, "gen_ai.tool.call.result": "rain", "error.type": "timeout"}, 1, trace=trace),
        written(4, _chat([_USER, _ASKS, _RESULT], _SAYS), 1, trace=trace),
    ]


def test_genai_spans_are_one_transcript() -> None:
    (found,), problems = read_documents(document(*_genai()))
    assert problems == []
    assert told(found) == _TOLD
    assert (found.agent, found.model, found.scores, found.end) == ("clerk", "m-1", {"solved": 1.0}, "completed")
    assert [message.prompt_tokens for message in found.messages] == [0, 11, 0, 11]
    assert found.messages[2].error == "timeout"
    episode = to_episode(found, no_problem)
    assert [step.card.call_id for step in episode.steps if step.card] == ["call_1"]
    assert episode.steps[0].shown == "rain"


def test_openinference_spans_are_the_same_transcript() -> None:
    def messages(prefix: str, *items: dict[str, str]) -> dict[str, object]:
        return {f"llm.{prefix}.{n}.message.{key}": value for n, item in enumerate(items) for key, value in item.items()}

    call = "tool_calls.0.tool_call."
    asks = {"role": "assistant", f"{call}id": "call_1", f"{call}function.name": "weather"}
    asks[f"{call}function.arguments"] = '{"city": "Bern"}'
    user = {"role": "user", "content": "Weather in Bern?"}
    result = {"role": "tool", "content": "rain", "tool_call_id": "call_1"}
    llm = {"openinference.span.kind": "LLM", "llm.model_name": "m-1"}
    tool = {
        "openinference.span.kind": "TOOL",
        "tool.name": "weather",
        "input.value": '{"city": "Bern"}',
        "output.value": "rain",
    }
    (found,), problems = read_documents(
        document(
            written(1, {"openinference.span.kind": "AGENT", "input.value": "Weather in Bern?", "session.id": "s1"}),
            written(2, {**llm, **messages("input_messages", user), **messages("output_messages", asks)}, 1),
            written(3, tool, 1),
            written(
                4,
                {
                    **llm,
                    **messages("input_messages", user, asks, result),
                    **messages("output_messages", {"role": "assistant", "content": "It rains."}),
                },
                1,
            ),
        )
    )
    assert problems == []
    assert told(found) == _TOLD
    assert (found.id, found.model) == ("s1", "m-1")


def test_old_span_events_are_the_same_transcript() -> None:
    chat = {"gen_ai.operation.name": "chat", "gen_ai.system": "openai", "gen_ai.request.model": "m-1"}
    user = event("gen_ai.user.message", {"content": "Weather in Bern?"})
    calls = [{"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}}]
    asks = event("gen_ai.assistant.message", {"tool_calls": json.dumps(calls)})
    choice = event("gen_ai.choice", {"index": 0, "message": json.dumps({"role": "assistant", "tool_calls": calls})})
    result = event("gen_ai.tool.message", {"id": "call_1", "content": "rain"})
    says = event("gen_ai.choice", {"message": json.dumps({"role": "assistant", "content": "It rains."})})
    (found,), problems = read_documents(
        document(written(1, chat, events=[user, choice]), written(2, chat, events=[user, asks, result, says]))
    )
    assert problems == []
    assert told(found) == _TOLD


def test_without_captured_content_calls_errors_and_tokens_remain() -> None:
    chat = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 5, "gen_ai.usage.output_tokens": 2}
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "gen_ai.tool.call.id": "c"}
    (found,), problems = read_documents(
        document(written(1, chat), written(2, {**tool, "error.type": "timeout"}, status={"code": 2}), written(3, chat))
    )
    assert problems == []
    assert told(found) == [("assistant", "weather({})#c"), ("tool", "#c"), ("assistant", "")]
    card = to_episode(found, no_problem).steps[0].card
    assert card is not None
    assert (card.ok, card.error_class) == (False, "timeout")
    assert sum(message.prompt_tokens for message in found.messages) == 10


def test_spans_of_one_trace_over_several_lines_are_gathered_in_any_order() -> None:
    lines = [document(one) for one in reversed(_genai())]
    (found,), problems = read_documents(*lines)
    assert problems == []
    assert told(found) == _TOLD


def test_traces_of_one_conversation_are_one_transcript_in_the_order_of_time() -> None:
    same = {"session.id": "conv", "gen_ai.agent.name": "clerk"}
    later = [written(20, {**_chat([_USER], _SAYS), **same}, trace="b" * 32)]
    (found,), problems = read_documents(document(*later), document(*_genai(conversation="conv")))
    assert problems == []
    assert found.id == "conv"
    assert told(found) == [*_TOLD, ("user", "Weather in Bern?"), ("assistant", "It rains.")]


def test_each_bad_span_is_told_and_costs_only_itself() -> None:
    good = _genai()
    bad = [
        {**written(5, {}), "traceId": ""},
        written(6, {"gen_ai.operation.name": "chat"}, 77),
        {**good[1]},
        written(8, {"x": 1}, 9),
        written(9, {"x": 1}, 8),
        written(10, {"x": 1}, endTimeUnixNano="1"),
        {**written(11, {}), "attributes": [{"key": "k", "value": {"noSuchValue": 1}}]},
        {**written(12, {}), "events": [event("gen_ai.evaluation.result", {"gen_ai.evaluation.score.value": 1.0})]},
        7,
    ]
    (found,), problems = read_documents(document(*good, *bad))  # type: ignore[arg-type]
    reasons = "\n".join(f"{one.what}: {one.reason}" for one in problems)
    for expected in (
        "trace id",
        f"{span_id(77)} is not in the file",
        "comes twice",
        "circle",
        "ends before it starts",
        "noSuchValue",
        "evaluation without a name",
        "holds a JSON number",
    ):
        assert reasons.count(expected) == 1, reasons
    assert told(found)[:4] == _TOLD
    assert all(one.line == 1 and one.file == "spans.jsonl" for one in problems)


def test_an_event_of_a_span_that_is_not_there_is_told() -> None:
    log = {"traceId": TRACE, "spanId": span_id(99), "eventName": "gen_ai.choice"}
    _, problems = read_documents({**document(*_genai()), "resourceLogs": [{"scopeLogs": [{"logRecords": [log]}]}]})
    assert [one.what for one in problems] == [f"log record of span {span_id(99)}"]


def test_a_huge_attribute_is_cut_and_told_and_the_rest_is_read(tmp_path: Path) -> None:
    spans = _genai()
    spans[2]["attributes"] = [*spans[2]["attributes"], {"key": "blob", "value": {"stringValue": "x" * 3_000_000}}]  # type: ignore[misc]
    path = tmp_path / "spans.json"
    path.write_text(json.dumps(document(*spans)))
    problems: list[BadRecord] = []
    (found,) = read(load_records(path, problems.append), problems.append)
    assert told(found) == _TOLD
    assert len(problems) == 1
    assert "3000000 characters" in problems[0].reason


def test_a_chain_of_spans_a_thousand_deep_is_read() -> None:
    deep = [written(number, {"x": 1}, number - 1, endTimeUnixNano=str(9000 * SECOND)) for number in range(1, 1000)]
    (found,), problems = read_documents(document(*deep, written(1000, _chat([_USER], _SAYS), 999)))
    assert problems == []
    assert len(found.messages) == 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"resourceSpans": []}, True),
        ({"resourceLogs": []}, True),
        ({"resource_spans": []}, True),
        ({"spans": []}, False),
    ],
)
def test_what_fits(value: JsonObject, expected: bool) -> None:
    assert fits(value) is expected


def _structured() -> JsonObject:
    """Return the same spans with messages as values instead of texts."""
    spans = _genai()
    for number, messages in ((1, [_USER]), (3, [_USER, _ASKS, _RESULT])):
        spans[number]["attributes"] = encode_attributes({**_chat([], _SAYS), "gen_ai.input.messages": messages})
    return document(*spans)


@settings(max_examples=60, deadline=None)
@given(st.one_of(damaged(document(*_genai())), damaged(_structured())))
def test_nothing_that_a_file_holds_raises(value: JsonObject) -> None:
    found, _ = read_documents(value, document(*_genai("c" * 32)))
    for transcript in found:
        to_episode(transcript, lambda problem: None)
    assert any(told(transcript) == _TOLD for transcript in found)
