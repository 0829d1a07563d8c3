"""Spans as the files of tests hold them, with everything defaulted."""

from collections.abc import Mapping, Sequence

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats import otlp
from runtime.traces.formats.otlp_encoding import encode_attributes
from runtime.traces.formats.otlp_spans import Span, SpanEvent
from runtime.traces.formats.transcript import BadRecord, Record, Transcript

TRACE = "0af7651916cd43dd8448eb211c80319c"
SECOND = 10**9


def span_id(number: int) -> str:
    """Return a span id."""
    return f"{number:016x}"


def written(
    number: int,
    attributes: Mapping[str, object],
    parent: int = 0,
    *,
    events: Sequence[JsonObject] = (),
    trace: str = TRACE,
    **fields: object,
) -> JsonObject:
    """Return a span as OTLP-JSON that starts `number` seconds after 1970 and takes half a second."""
    return {
        "traceId": trace,
        "spanId": span_id(number),
        "parentSpanId": span_id(parent) if parent else "",
        "name": f"span {number}",
        "startTimeUnixNano": str(number * SECOND),
        "endTimeUnixNano": str(number * SECOND + SECOND // 2),
        "attributes": encode_attributes(attributes),
        "events": list(events),
        **fields,
    }


def event(name: str, attributes: Mapping[str, object]) -> JsonObject:
    """Return an event of a span as OTLP-JSON."""
    return {"name": name, "attributes": encode_attributes(attributes)}


def document(*spans: JsonObject) -> JsonObject:
    """Return an export request."""
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": list(spans)}]}]}


def read_documents(*documents: JsonObject) -> tuple[list[Transcript], list[BadRecord]]:
    """Return what a file with a document a line is read as."""
    problems: list[BadRecord] = []
    records = [Record(value, "spans.jsonl", line) for line, value in enumerate(documents, 1)]
    return list(otlp.read(records, problems.append)), problems


def span(
    number: int,
    attributes: Mapping[str, object] | None = None,
    parent: int = 0,
    *,
    events: Sequence[SpanEvent] = (),
    start: int | None = -1,
    end: int | None = -1,
    **fields: str,
) -> Span:
    """Return a span as read."""
    return Span(
        trace_id=TRACE,
        span_id=span_id(number),
        parent_id=span_id(parent) if parent else "",
        name=fields.get("name", ""),
        attributes=dict(attributes or {}),
        resource={},
        file="spans.jsonl",
        line=1,
        order=number,
        start=number * SECOND if start == -1 else start,
        end=number * SECOND + SECOND // 2 if end == -1 else end,
        failed=bool(fields.get("error")),
        status_message=fields.get("error", ""),
        events=tuple(events),
    )


def told(transcript: Transcript) -> list[tuple[str, str]]:
    """Return role and text of each message, calls as `name(arguments)#id` after the text, results as `text#id`."""
    out = []
    for message in transcript.messages:
        calls = [f"{call.name}({call.arguments})#{call.call_id}" for call in message.calls]
        text = f"{message.text}#{message.call_id}" if message.call_id else message.text
        out.append((message.role, " ".join([text, *calls]).strip()))
    return out


def no_problem(problem: BadRecord) -> None:
    """Fail: nothing was to be reported."""
    raise AssertionError(problem)
