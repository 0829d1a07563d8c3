"""LangSmith runs, exported one a line, as a list, or as run trees with `child_runs`.

A run becomes a span with OpenTelemetry's names, so that runs of one trace and threads of several are put together as
OpenTelemetry's are. Model calls are `run_type` llm, tool calls tool; chains speak only where no model call does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.json_text import as_text
from runtime.traces.formats.langsmith_run import run_attributes, run_feedback
from runtime.traces.formats.otlp_spans import Span
from runtime.traces.formats.span_transcripts import read_transcripts_of
from runtime.traces.formats.transcript import BadRecord, Record, Transcript

NAME = "langsmith"


def fits(value: JsonObject) -> bool:
    """Return True for a LangSmith run."""
    has_id = isinstance(value.get("id", value.get("run_id")), str)
    return has_id and isinstance(value.get("run_type"), str) and ("inputs" in value or "trace_id" in value)


def read(records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
    """Yield a transcript for each thread, else each trace, in the order they began in the file.

    All runs are read before the first transcript is yielded. A run without an id is reported and left out.
    """
    spans: list[Span] = []
    for record in records:
        for run, parent in _runs(record, report):
            span = _span(run, parent, record, len(spans), report)
            if span is not None:
                spans.append(span)
    yield from read_transcripts_of(spans, NAME, report)


def _runs(record: Record, report: Callable[[BadRecord], None]) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Yield a record's run and those within it, each with the one around it."""
    waiting: list[tuple[JsonObject, JsonObject]] = [(record.value, {})]
    while waiting:
        run, parent = waiting.pop()
        yield run, parent
        children = run.get("child_runs")
        for child in reversed(children if isinstance(children, list) else []):
            if isinstance(child, Mapping):
                waiting.append((as_object(child), run))
            else:
                report(BadRecord(record.file, record.line, f"run {_id(run)}", "a child run that is no object"))


def _span(
    run: JsonObject, parent: JsonObject, record: Record, order: int, report: Callable[[BadRecord], None]
) -> Span | None:
    run_id = _id(run)
    if not run_id:
        report(BadRecord(record.file, record.line, f"run {run.get('name')!r}", "has no id; left out"))
        return None
    times = {key: _nanoseconds(run.get(key)) for key in ("start_time", "end_time")}
    for key, value in times.items():
        if run.get(key) is not None and value is None:
            reason = f"{key} is {str(run[key])[:40]!r}, no time; read as missing"
            report(BadRecord(record.file, record.line, f"run {run_id}", reason))
    root = str(run.get("dotted_order") or "").split(".", 1)[0].rpartition("Z")[2]
    error = run.get("error")
    return Span(
        trace_id=_text(run.get("trace_id")) or _text(parent.get("trace_id")) or root or _id(parent) or run_id,
        span_id=run_id,
        parent_id=_text(run.get("parent_run_id")) or _id(parent),
        name=_text(run.get("name")),
        attributes=run_attributes(run),
        resource={},
        file=record.file,
        line=record.line,
        order=order,
        start=times["start_time"],
        end=times["end_time"],
        failed=bool(error),
        status_message=as_text(error)[:2000] if error else "",
        events=tuple(run_feedback(run)),
    )


def _nanoseconds(value: object) -> int | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return int(value * 1e6) if 0 < value < 1e14 else None  # milliseconds, as the JavaScript client writes them
    if not isinstance(value, str):
        return None
    try:
        when = datetime.fromisoformat(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return round(when.timestamp() * 1e6) * 1000


def _id(run: JsonObject) -> str:
    return _text(run.get("id")) or _text(run.get("run_id"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
