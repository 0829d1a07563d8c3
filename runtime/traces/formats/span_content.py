"""One span's attributes and events as what it adds to a conversation."""

from collections.abc import Callable, Mapping

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.aliases import ALIASES, Field, SpanKind, first, first_count, first_text
from runtime.traces.formats.json_text import as_text, parse_json, parsed_or_text
from runtime.traces.formats.message_shapes import read_messages, read_system
from runtime.traces.formats.nested_attributes import nested
from runtime.traces.formats.otlp_spans import Span, SpanEvent
from runtime.traces.formats.span_turn import SpanTurn
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage

_DETAILS = "gen_ai.client.inference.operation.details"
_CONTENT_EVENTS: Mapping[str, Field] = {
    "gen_ai.content.prompt": "input messages",
    "gen_ai.content.completion": "output messages",
}
_ROLE_EVENTS: Mapping[str, str] = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
Bad = Callable[[str], None]


def read_turn(span: Span, kind: SpanKind, thread: str, bad: Bad) -> SpanTurn:
    """Return what a span says; without content in it, its texts are empty. `bad` is told of content in no known form.

    Messages are taken from attributes, else from events, else from the span's input and output value.
    """
    error = span_error(span)
    if kind == "tool":
        return SpanTurn(
            span.span_id,
            "tool",
            thread,
            call=_call(span),
            result=_result(span),
            error=error,
            duration_ms=span.duration_ms,
        )
    attributes = {**span.attributes, **_details(span)}
    inputs, outputs = _messages(attributes, "input messages", bad), _messages(attributes, "output messages", bad)
    if not inputs and not outputs:
        inputs, outputs = _from_events(span, bad)
    return SpanTurn(
        source_id=span.span_id,
        kind=kind,
        thread=thread,
        inputs=(*read_system(_value(attributes, "system instructions", bad)), *inputs)
        or _from_value(attributes, "input value"),
        outputs=outputs or _from_value(attributes, "output value"),
        inputs_are_new=first(attributes, "inputs are new") is True,
        error=error,
        prompt_tokens=first_count(attributes, "input tokens"),
        completion_tokens=first_count(attributes, "output tokens"),
        cached_tokens=first_count(attributes, "cached tokens"),
        duration_ms=span.duration_ms,
        finish_reason=_finish_reason(attributes),
        decision=as_object(_value(attributes, "decision", bad)),
    )


def span_error(span: Span) -> str:
    """Return why a span failed, empty where it did not: its exception or error type, and the message."""
    places = [span.attributes, *(event.attributes for event in span.events if event.name == "exception")]
    kind = next((text for place in places if (text := first_text(place, "error type"))), "")
    message = next((text for place in places if (text := first_text(place, "error message"))), span.status_message)
    if not span.failed and not first_text(span.attributes, "error type"):
        return ""
    return ": ".join(part for part in (kind, message) if part) or "failed"


def _call(span: Span) -> ToolRequest:
    arguments = first(span.attributes, "arguments")
    if arguments is None:
        arguments = first(span.attributes, "input value")
    name = first_text(span.attributes, "tool") or span.name.removeprefix("execute_tool ").strip() or "unnamed"
    return ToolRequest(name, "{}" if arguments is None else as_text(arguments), first_text(span.attributes, "call id"))


def _result(span: Span) -> str:
    result = first(span.attributes, "result")
    if result is None:
        result = first(span.attributes, "output value")
    return "" if result is None else as_text(result)


def _details(span: Span) -> JsonObject:
    """Return what events hold of a span's attributes: messages recorded apart from it."""
    out: JsonObject = {}
    for event in span.events:
        if event.name == _DETAILS:
            out.update(as_object(event.body))
            out.update(event.attributes)
    return out


def _messages(attributes: Mapping[str, object], field: Field, bad: Bad) -> tuple[TranscriptMessage, ...]:
    role = "user" if field == "input messages" else "assistant"
    whole = _value(attributes, field, bad)
    if whole is not None:
        return read_messages(whole, role)
    for name in ALIASES[field]:
        found = nested(attributes, name)
        if found:
            return read_messages(found, role)
    return ()


def _value(attributes: Mapping[str, object], field: Field, bad: Bad) -> object:
    """Return a structured attribute, parsed where it was recorded as JSON text."""
    value = first(attributes, field)
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
        return value
    parsed = parse_json(value)
    if parsed.problem:
        bad(f"{field}: {parsed.problem}")
    return parsed.value


def _from_events(span: Span, bad: Bad) -> tuple[tuple[TranscriptMessage, ...], tuple[TranscriptMessage, ...]]:
    inputs: list[TranscriptMessage] = []
    outputs: list[TranscriptMessage] = []
    for event in span.events:
        if event.name in _ROLE_EVENTS:
            inputs.extend(read_messages(_event_body(event, bad), _ROLE_EVENTS[event.name]))
        elif event.name == "gen_ai.choice":
            outputs.extend(read_messages(_event_body(event, bad), "assistant"))
        elif event.name in _CONTENT_EVENTS:
            field = _CONTENT_EVENTS[event.name]
            (inputs if field == "input messages" else outputs).extend(_messages(event.attributes, field, bad))
    return tuple(inputs), tuple(outputs)


def _event_body(event: SpanEvent, bad: Bad) -> JsonObject:
    body = as_object(event.body)
    if isinstance(event.attributes.get("gen_ai.event.content"), str):
        parsed = parse_json(str(event.attributes["gen_ai.event.content"]))
        if parsed.problem:
            bad(f"event {event.name}: {parsed.problem}")
        body = as_object(parsed.value)
    body = body or {key: parsed_or_text(value) for key, value in event.attributes.items()}
    if event.name == "gen_ai.tool.message" and "tool_call_id" not in body and isinstance(body.get("id"), str):
        body = {**body, "tool_call_id": body["id"]}
    if isinstance(body.get("message"), str):
        body = {**body, "content": body["message"]}
    return {"role": _ROLE_EVENTS.get(event.name, "assistant"), **body}


def _from_value(attributes: Mapping[str, object], field: Field) -> tuple[TranscriptMessage, ...]:
    value = parsed_or_text(first(attributes, field))
    role = "user" if field == "input value" else "assistant"
    inner = as_object(value)
    for key in ("messages", "choices"):
        if isinstance(inner.get(key), list):
            return read_messages(inner[key], role)
    is_message = any(key in inner for key in ("role", "parts", "content", "kwargs", "message"))
    if isinstance(value, list) or (inner and not is_message):
        return (TranscriptMessage(role, as_text(value)),)
    return read_messages(value, role)


def _finish_reason(attributes: Mapping[str, object]) -> str:
    value = parsed_or_text(first(attributes, "finish reasons"))
    if isinstance(value, list):
        value = value[0] if value else ""
    return value if isinstance(value, str) else ""
