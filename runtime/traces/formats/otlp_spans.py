"""Spans out of OTLP-JSON: export requests and trace documents, and log records that speak of a span."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.json_kind import json_kind
from runtime.traces.formats.otlp_values import BadValueError, read_attributes, read_id, read_nanoseconds, read_value
from runtime.traces.formats.transcript import BadRecord, Record

_SPANS = ("resourceSpans", "scopeSpans", "spans")
_LOGS = ("resourceLogs", "scopeLogs", "logRecords")
STATUS_ERROR = (2, "2", "STATUS_CODE_ERROR")


class SpanEvent(NamedTuple):
    """Something that happened within a span. `body`: what a log record says apart from its attributes."""

    name: str
    attributes: JsonObject
    body: object = None


@dataclass(frozen=True)
class Span:
    """One span as recorded. Times are nanoseconds since 1970, None where missing; `order` is its place in the file."""

    trace_id: str
    span_id: str
    parent_id: str
    name: str
    attributes: JsonObject
    resource: JsonObject
    file: str
    line: int
    order: int
    start: int | None = None
    end: int | None = None
    failed: bool = False
    status_message: str = ""
    events: tuple[SpanEvent, ...] = ()

    @property
    def duration_ms(self) -> float:
        """Wall time in milliseconds, 0 where a time is missing or the end is before the start."""
        return max(0, self.end - self.start) / 1e6 if self.start is not None and self.end is not None else 0.0


class LooseEvent(NamedTuple):
    """A log record that names the span it belongs to."""

    trace_id: str
    span_id: str
    event: SpanEvent
    file: str
    line: int


Report = Callable[[BadRecord], None]


def read_spans(record: Record, order: int, report: Report) -> tuple[list[Span], list[LooseEvent]]:
    """Return a record's spans, numbered from `order`, and its log records; each that cannot be read is reported."""
    spans: list[Span] = []
    for resource, item in _items(record, _SPANS, report):
        span = _read_span(item, resource, record, order + len(spans), report)
        if span is not None:
            spans.append(span)
    events = [
        event for _, item in _items(record, _LOGS, report) if (event := _read_log(item, record, report)) is not None
    ]
    if not spans and not events and not _holds_anything(record):
        report(BadRecord(record.file, record.line, "record", "holds no span"))
    return spans, events


def _holds_anything(record: Record) -> bool:
    """Return True where there was something to read, or to tell of: a span, a log record, or what is neither."""
    told: list[BadRecord] = []
    return any(any(_items(record, names, told.append)) or told for names in (_SPANS, _LOGS))


def with_events(spans: list[Span], loose: list[LooseEvent]) -> list[Span]:
    """Return the spans with the log records that name them as events, after their own."""
    by_span: dict[tuple[str, str], list[SpanEvent]] = {}
    for item in loose:
        by_span.setdefault((item.trace_id, item.span_id), []).append(item.event)
    return [
        replace(span, events=(*span.events, *more)) if (more := by_span.get((span.trace_id, span.span_id))) else span
        for span in spans
    ]


def field(value: Mapping[str, object], name: str) -> object:
    """Return a field by its name in JSON, or by the same name with underscores."""
    if name in value:
        return value[name]
    return value.get("".join(f"_{char.lower()}" if char.isupper() else char for char in name))


def _items(record: Record, names: tuple[str, str, str], report: Report) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Yield each innermost object with its resource's attributes."""

    def objects(value: Mapping[str, object], name: str) -> Iterator[JsonObject]:
        found = field(value, name)
        if found is not None and not isinstance(found, list):
            report(BadRecord(record.file, record.line, name, "is no list"))
        for item in found if isinstance(found, list) else ():
            if isinstance(item, Mapping):
                yield as_object(item)
            else:
                report(
                    BadRecord(record.file, record.line, name, f"holds a JSON {json_kind(item)} instead of an object")
                )

    for outer in objects(record.value, names[0]):
        resource = read_attributes(
            as_object(outer.get("resource")).get("attributes"),
            lambda reason: report(BadRecord(record.file, record.line, "resource", reason)),
        )
        for scope in objects(outer, names[1]):
            for item in objects(scope, names[2]):
                yield resource, item


def _read_span(item: JsonObject, resource: JsonObject, record: Record, order: int, report: Report) -> Span | None:
    span_id, trace_id = read_id(field(item, "spanId")), read_id(field(item, "traceId"))
    name = item["name"] if isinstance(item.get("name"), str) else ""
    what = f"span {span_id or repr(name)}"

    def bad(reason: str) -> None:
        report(BadRecord(record.file, record.line, what, reason))

    if not trace_id or not span_id:
        bad(f"has no {'trace' if not trace_id else 'span'} id; left out")
        return None
    times = {key: field(item, key) for key in ("startTimeUnixNano", "endTimeUnixNano")}
    for key, value in times.items():
        if value not in (None, "0", 0, "") and read_nanoseconds(value) is None:
            bad(f"{key} is {str(value)[:40]!r}, no time in nanoseconds; read as missing")
    status = as_object(item.get("status"))
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=read_id(field(item, "parentSpanId")),
        name=str(name),
        attributes=read_attributes(item.get("attributes"), bad),
        resource=resource,
        file=record.file,
        line=record.line,
        order=order,
        start=read_nanoseconds(times["startTimeUnixNano"]),
        end=read_nanoseconds(times["endTimeUnixNano"]),
        failed=status.get("code") in STATUS_ERROR,
        status_message=str(status.get("message") or ""),
        events=tuple(_read_events(item.get("events"), bad)),
    )


def _read_events(value: object, bad: Callable[[str], None]) -> Iterator[SpanEvent]:
    if value is not None and not isinstance(value, list):
        bad("events is no list")
    for item in value if isinstance(value, list) else ():
        if isinstance(item, Mapping) and isinstance(item.get("name"), str):
            yield SpanEvent(str(item["name"]), read_attributes(item.get("attributes"), bad))
        else:
            bad("an event without a name")


def _read_log(item: JsonObject, record: Record, report: Report) -> LooseEvent | None:
    trace_id, span_id = read_id(field(item, "traceId")), read_id(field(item, "spanId"))

    def bad(reason: str) -> None:
        report(BadRecord(record.file, record.line, f"log record of span {span_id or '(none)'}", reason))

    attributes = read_attributes(item.get("attributes"), bad)
    name = field(item, "eventName") or attributes.get("event.name") or ""
    if not str(name).startswith("gen_ai."):
        return None  # logs of everything else the program did
    if not trace_id or not span_id:
        bad(f"{name} names no span it belongs to; left out")
        return None
    try:
        body = read_value(item.get("body") or {})
    except BadValueError as exc:
        bad(f"body: {exc}")
        body = None
    return LooseEvent(trace_id, span_id, SpanEvent(str(name), attributes, body), record.file, record.line)
