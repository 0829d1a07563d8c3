"""Episodes as OpenTelemetry traces that carry GenAI and OpenInference attributes together.

One episode is one trace: a span for the agent's run, below it one for each answer of the model and each tool call.
Evaluations are `gen_ai.evaluation.result` events on the span they speak of. Ids are hashes of run and episode, so an
episode exported twice is the same trace. A model call's input messages are those that are new since the last call.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode, Event, Header, Outcome, Step
from runtime.traces.event_json import event_from_json, event_to_json
from runtime.traces.formats.evaluation import Evaluation
from runtime.traces.formats.export_attributes import (
    call_attributes,
    evaluation_attributes,
    heard_attributes,
    root_attributes,
    turn_attributes,
)
from runtime.traces.formats.export_turns import ExportedCall, ExportedTurn, exported_turns
from runtime.traces.formats.otlp_encoding import CLIENT, INTERNAL, OutSpan, encode_attributes, encode_event, made_id
from runtime.traces.formats.span_scores import EVALUATION_EVENT
from runtime.traces.recordable import recordable_text
from runtime.traces.redaction import redact

# Where a record says no time: midnight of 2000-01-01, the same in every export.
NO_TIME = 946_684_800 * 10**9
SHORTEST = 1_000_000


def export_episode(episode: Episode, evaluations: Iterable[Evaluation] = ()) -> JsonObject:
    """Return one OTLP export request (ExportTraceServiceRequest as JSON) that holds the episode.

    Secrets are redacted as in the event log. The trace starts when the episode is recorded to have started, else at
    NO_TIME (`ace.time.start` says which); spans follow one another by their recorded durations, a millisecond at least.
    """
    logged = _as_logged(episode)
    header = logged.header
    started = _nanoseconds(header.started)
    trace = _Trace(made_id(f"{header.run}:{header.episode}", 32), NO_TIME if started is None else started)
    for one in evaluations:
        trace.evaluations[one.step].append(_evaluation(one))
    turns, left = exported_turns(logged)
    start = trace.now
    for turn in turns:
        trace.add_turn(header, turn)
    if left:
        trace.add("heard", "heard", 0.0, heard_attributes(left))
    root = OutSpan(
        trace_id=trace.trace_id,
        span_id=trace.root_id,
        parent_id="",
        name=f"invoke_agent {header.agent}",
        kind=INTERNAL,
        start=start,
        end=max(trace.now, start + SHORTEST),
        attributes=root_attributes(logged, is_time_recorded=started is not None),
        events=_root_events(logged.outcome, trace),
        error=_root_error(logged.outcome),
    )
    return _request([root, *trace.spans])


@dataclass
class _Trace:
    """A trace being made; `now` is the time reached, in nanoseconds."""

    trace_id: str
    now: int
    spans: list[OutSpan] = field(default_factory=list)
    evaluations: dict[int | None, list[JsonObject]] = field(default_factory=lambda: defaultdict(list))

    @property
    def root_id(self) -> str:
        return made_id(f"{self.trace_id}:root", 16)

    def add_turn(self, header: Header, turn: ExportedTurn) -> None:
        first = turn.steps[0]
        seconds = sum(attempt.seconds for step in turn.steps for attempt in step.attempts)
        failed = [one.error or one.error_kind for one in first.attempts if one.error_kind == "model_error"]
        name = f"chat {header.controller.model}"
        self.add(f"step {first.step}", name, seconds * 1e3, turn_attributes(header, turn), failed[-1:])
        told = [one for step in turn.steps for one in self.evaluations.pop(step.step, ())]
        self.tell(told)
        for call in turn.calls:
            if call.step.card is not None:
                self.add_call(call)

    def add_call(self, call: ExportedCall) -> None:
        card = call.step.card
        assert card is not None
        failed = [] if card.ok else [card.summary or str(card.error_class or "failed")]
        name = f"execute_tool {call.name}"
        self.add(f"call {call.step.step}", name, card.duration_ms, call_attributes(call), failed)

    def add(
        self, place: str, name: str, duration_ms: float, attributes: JsonObject, failed: Iterable[str] = ()
    ) -> None:
        end = self.now + max(SHORTEST, round(min(duration_ms, 1e11) * 1e6))
        self.spans.append(
            OutSpan(
                trace_id=self.trace_id,
                span_id=made_id(f"{self.trace_id}:{place}", 16),
                parent_id=self.root_id,
                name=name,
                kind=CLIENT if attributes.get("gen_ai.operation.name") == "chat" else INTERNAL,
                start=self.now,
                end=end,
                attributes=attributes,
                error="".join(failed),
            )
        )
        self.now = end

    def tell(self, evaluations: Iterable[JsonObject]) -> None:
        """Put evaluations on the span made last."""
        events = tuple(encode_event(EVALUATION_EVENT, self.now, attributes) for attributes in evaluations)
        self.spans[-1] = replace(self.spans[-1], events=events)


def _as_logged(episode: Episode) -> Episode:
    """Return the episode as the event log would hold it."""

    def logged(event: Event) -> Event:
        return event_from_json(as_object(redact(event_to_json(event))))

    header, outcome = logged(episode.header), None if episode.outcome is None else logged(episode.outcome)
    assert isinstance(header, Header)
    assert outcome is None or isinstance(outcome, Outcome)
    return Episode(header, tuple(step for one in episode.steps if isinstance(step := logged(one), Step)), outcome)


def _evaluation(one: Evaluation) -> JsonObject:
    name, label, explanation = (recordable_text(text) for text in (one.name, one.label, one.explanation))
    return evaluation_attributes(name, label, one.score, explanation)


def _root_events(outcome: Outcome | None, trace: _Trace) -> tuple[JsonObject, ...]:
    """Return the scores, the evaluations of the whole, and those of steps that there are not."""
    scores = [] if outcome is None else [evaluation_attributes(name, "", x) for name, x in outcome.scores.items()]
    rest = [one for told in trace.evaluations.values() for one in told]
    return tuple(encode_event(EVALUATION_EVENT, trace.now, attributes) for attributes in (*scores, *rest))


def _root_error(outcome: Outcome | None) -> str:
    if outcome is None:
        return "cut off: the record has no end"
    if outcome.terminal in ("failed", "infrastructure_error"):
        return outcome.error or outcome.message or outcome.terminal
    return ""


def _nanoseconds(text: str) -> int | None:
    """Return a recorded time in nanoseconds since 1970, None where there is none that can be read."""
    try:
        when = datetime.fromisoformat(text)
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        nanoseconds = round(when.timestamp() * 1e6) * 1000
    except (ValueError, OverflowError):
        return None
    return nanoseconds if 0 < nanoseconds < 2**62 else None


def _request(spans: list[OutSpan]) -> JsonObject:
    try:
        ours = version("ace-optimizer")
    except PackageNotFoundError:
        ours = ""
    scope: JsonObject = {"name": "ace", "version": ours} if ours else {"name": "ace"}
    resource: JsonObject = {"attributes": encode_attributes({"service.name": "ace", "service.version": ours})}
    made = [span.to_json() for span in spans]
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": made}]}]}
