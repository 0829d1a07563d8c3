"""OpenTelemetry traces (OTLP-JSON) whose spans carry GenAI or OpenInference attributes.

A file is one export request or one a line, as the OpenTelemetry collector writes it. Spans are gathered by trace over
the whole file; traces of one conversation are one transcript, several conversations in one trace are several.
"""

from collections.abc import Callable, Iterable, Iterator

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.otlp_spans import LooseEvent, Span, field, read_spans, with_events
from runtime.traces.formats.span_transcripts import read_transcripts_of
from runtime.traces.formats.transcript import BadRecord, Record, Transcript

NAME = "otlp"


def fits(value: JsonObject) -> bool:
    """Return True for an OTLP export request of spans or log records."""
    return any(isinstance(field(value, name), list) for name in ("resourceSpans", "resourceLogs"))


def read(records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
    """Yield a transcript for each conversation, else each trace, in the order they began in the file.

    Spans of a trace can stand anywhere in the file, so all are read before the first is yielded. A span, event or
    attribute that cannot be read is reported and left out; so is a trace without messages or calls.
    """
    spans: list[Span] = []
    loose: list[LooseEvent] = []
    for record in records:
        found, events = read_spans(record, len(spans), report)
        spans.extend(found)
        loose.extend(events)
    known = {(span.trace_id, span.span_id) for span in spans}
    for item in loose:
        if (item.trace_id, item.span_id) not in known:
            what = f"log record of span {item.span_id}"
            report(BadRecord(item.file, item.line, what, f"{item.event.name}: that span is not in the file; left out"))
    yield from read_transcripts_of(with_events(spans, loose), NAME, report)
