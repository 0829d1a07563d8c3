"""Spans of a file as transcripts: gathered by trace, split and joined by conversation."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from runtime.contracts.trace_event import RecordedEnd
from runtime.traces.formats.aliases import Field, first_count, first_text, span_kind
from runtime.traces.formats.join_history import join_history
from runtime.traces.formats.otlp_spans import Span
from runtime.traces.formats.span_content import span_error
from runtime.traces.formats.span_scores import span_scores
from runtime.traces.formats.span_tree import ordered
from runtime.traces.formats.span_turns import read_turns
from runtime.traces.formats.transcript import BadRecord, Transcript, TranscriptMessage

CUT_SHORT = frozenset({"length", "max_tokens", "max_output_tokens", "content_filter", "max_turns", "recursion_limit"})
_ENDS: Mapping[str, RecordedEnd] = {"completed": "completed", "stopped": "stopped", "failed": "failed"}


def read_transcripts_of(
    spans: Iterable[Span], format_name: str, report: Callable[[BadRecord], None]
) -> Iterator[Transcript]:
    """Yield a transcript for each conversation, else each trace, in the order they began in the file.

    Traces of one conversation are one transcript, in the order of their time; several conversations in one trace are
    several. A trace without model calls, tool calls or an agent's messages is reported.
    """
    traces: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        traces[span.trace_id].append(span)

    def bad(span: Span, reason: str) -> None:
        report(BadRecord(span.file, span.line, f"span {span.span_id}", reason))

    conversations: dict[str, list[list[Span]]] = defaultdict(list)
    for trace in traces.values():
        for name, part in _conversations(ordered(trace, bad)).items():
            conversations[name].append(part)
    for name, parts in conversations.items():
        transcript = _transcript(name, sorted(parts, key=_began), format_name, bad)
        if transcript is not None:
            yield transcript
            continue
        head, count = parts[0][0], sum(len(part) for part in parts)
        report(BadRecord(head.file, head.line, f"trace {head.trace_id}", f"no messages or calls in its {count} spans"))


def _conversations(spans: list[Span]) -> dict[str, list[Span]]:
    """Return a trace's spans by conversation: a span's own, else the nearest above it, else the trace's only one."""
    near: dict[str, str] = {}
    for span in spans:  # each after its parent
        near[span.span_id] = first_text(span.attributes, "conversation") or near.get(span.parent_id, "")
    names = {name for name in near.values() if name}
    rest = next(iter(names)) if len(names) == 1 else spans[0].trace_id
    out: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        out[near[span.span_id] or rest].append(span)
    return out


def _began(spans: list[Span]) -> tuple[int, int]:
    return min((span.start for span in spans if span.start is not None), default=0), spans[0].order


def _transcript(
    name: str, parts: list[list[Span]], format_name: str, bad: Callable[[Span, str], None]
) -> Transcript | None:
    spans = [span for part in parts for span in part]
    messages = join_history(turn for part in parts for turn in read_turns(part, bad))
    if not messages:
        return None
    head = spans[0]
    end, end_message = _end(spans, messages)
    return Transcript(
        id=name,
        format=format_name,
        file=head.file,
        line=head.line,
        messages=messages,
        agent=_first_said(spans, "agent") or _text(head.resource.get("service.name")),
        model=_first_said([span for span in spans if span_kind(span.attributes) == "chat"] or spans, "model"),
        task=_first_said(spans, "task"),
        trial=next((trial for span in spans if (trial := first_count(span.attributes, "trial"))), 0),
        source=_first_said(spans, "source"),
        started=_first_said(spans, "started") or _started(spans),
        scores=span_scores(spans, bad),
        end=end,
        end_message=end_message,
    )


def _first_said(spans: Iterable[Span], name: Field) -> str:
    return next((text for span in spans if (text := first_text(span.attributes, name))), "")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _started(spans: list[Span]) -> str:
    if _first_said(spans, "start is made") == "made":
        return ""
    start = min((span.start for span in spans if span.start is not None), default=None)
    if start is None or start >= 253_402_300_800 * 10**9:
        return ""
    return datetime.fromtimestamp(start / 1e9, UTC).isoformat(timespec="milliseconds")


def _end(spans: list[Span], messages: tuple[TranscriptMessage, ...]) -> tuple[RecordedEnd, str]:
    """Return how a conversation ended: as its root says, else as its last model call or its finish reason does."""
    said, message = _first_said(spans, "end"), _first_said(spans, "end message")
    if said in _ENDS:
        return _ENDS[said], message
    if said:
        return "completed", message or said
    known = {span.span_id for span in spans}
    roots = [span for span in spans if span.parent_id not in known]
    error = span_error(roots[-1]) if roots else ""
    answers = [one for one in messages if one.role == "assistant"]
    error = error or (answers[-1].error if answers else "")
    if error:
        return "failed", error
    reason = answers[-1].finish_reason.lower() if answers else ""
    return ("stopped", reason) if reason in CUT_SHORT else ("completed", "")
