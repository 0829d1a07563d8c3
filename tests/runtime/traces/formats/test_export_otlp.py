"""Episodes out as OpenTelemetry traces, and back again."""

import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from google.protobuf.json_format import Parse  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome, RecordedEnd, Said, Step
from runtime.traces.formats import otlp
from runtime.traces.formats.evaluation import Evaluation
from runtime.traces.formats.export_otlp import NO_TIME, export_episode
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.formats.transcript import BadRecord, Record, ToolRequest, Transcript, TranscriptMessage

SETTINGS = settings(max_examples=60, deadline=None)
_TEXT = st.text(max_size=12)
_NAMES = st.sampled_from(["search", "book flight", "ändern"])
_ARGUMENTS = st.one_of(
    st.dictionaries(st.text(max_size=4), st.one_of(st.integers(), st.booleans(), st.none(), _TEXT), max_size=3).map(
        json.dumps
    ),
    st.sampled_from(["{not json", "[1]", "{}"]),
)


@st.composite
def _talks(draw: st.DrawFn) -> tuple[TranscriptMessage, ...]:
    """A conversation with repeated texts, reused call ids, calls without answers and answers without calls."""
    out: list[TranscriptMessage] = []
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(st.sampled_from(["said", "answer", "calls", "stray"]))
        if kind == "said":
            role = draw(st.sampled_from(["system", "user", "developer"]))
            out.append(TranscriptMessage(role, draw(st.sampled_from(["yes", "no", "", "go on"]))))
        elif kind == "answer":
            name = draw(st.sampled_from(["", "planner"]))
            out.append(TranscriptMessage("assistant", draw(_TEXT), name=name, prompt_tokens=draw(st.integers(0, 9))))
        elif kind == "calls":
            ids = draw(st.lists(st.sampled_from(["call_0", "call_1", "call_2"]), min_size=1, max_size=3, unique=True))
            calls = tuple(ToolRequest(draw(_NAMES), draw(_ARGUMENTS), one) for one in ids)
            out.append(TranscriptMessage("assistant", draw(_TEXT), calls=calls))
            answered = draw(st.permutations(calls))[: draw(st.integers(0, len(calls)))]
            for call in answered:
                error = draw(st.sampled_from(["", "timeout"]))
                out.append(TranscriptMessage("tool", draw(_TEXT), call_id=call.call_id, error=error, name=call.name))
        else:
            out.append(TranscriptMessage("tool", draw(_TEXT), call_id="call_of_nobody"))
    return tuple(out)


@st.composite
def _episodes(draw: st.DrawFn) -> Episode:
    ends: list[RecordedEnd] = ["completed", "stopped", "failed"]
    transcript = Transcript(
        id="t1",
        format="openai-messages",
        file="talks.jsonl",
        line=1,
        messages=draw(_talks()),
        model="m-1",
        task=draw(st.sampled_from(["", "task 7"])),
        trial=draw(st.integers(0, 3)),
        started=draw(st.sampled_from(["", "2026-05-01T10:00:00+00:00"])),
        scores=draw(st.dictionaries(st.sampled_from(["reward", "exact"]), st.floats(-1, 1), max_size=2)),
        end=draw(st.sampled_from(ends)),
        end_message=draw(st.sampled_from(["", "out of steps"])),
    )
    return to_episode(transcript, lambda problem: None)


def _read_back(episode: Episode, evaluations: tuple[Evaluation, ...] = ()) -> tuple[Episode, list[BadRecord]]:
    value = json.loads(json.dumps(export_episode(episode, evaluations)))
    assert otlp.fits(value)
    problems: list[BadRecord] = []
    found = list(otlp.read([Record(value, "out.jsonl", 1)], problems.append))
    assert len(found) == 1, problems
    return to_episode(found[0], lambda problem: None), problems


def _told(episode: Episode) -> list[object]:
    """What must survive, in order."""

    def said(message: Said) -> tuple[str, str, str]:
        return (message.role, message.text, message.name)

    out: list[object] = [said(message) for message in episode.header.opening]
    for step in episode.steps:
        card = step.card
        called = None if card is None else (card.call_id, card.name, card.arguments, card.ok, card.error_class)
        heard = [said(message) for message in step.heard if message.role != "tool"]
        strays = sorted(message.text for message in step.heard if message.role == "tool")
        attempt = step.attempts[0]
        out.append((step.taken, called, step.shown, step.speaker, attempt.error_kind, attempt.prompt_tokens))
        out.extend((heard, strays))
    return out


@SETTINGS
@given(_episodes())
def test_an_episode_read_back_says_the_same(episode: Episode) -> None:
    if not episode.steps and not episode.header.opening:
        return  # nothing was said: the import has nothing to report but that
    back, problems = _read_back(episode)
    assert problems == []
    assert _told(back) == _told(episode)
    assert episode.outcome is not None
    assert back.outcome is not None
    assert back.outcome.scores == pytest.approx(episode.outcome.scores)
    assert back.outcome.terminal == episode.outcome.terminal
    kept = ("sample", "trial", "agent", "started", "question", "source")
    assert [getattr(back.header, name) for name in kept] == [getattr(episode.header, name) for name in kept]
    assert back.header.controller.model == "m-1"


@SETTINGS
@given(_episodes(), st.floats(-1, 1))
def test_the_export_is_valid_protobuf(episode: Episode, score: float) -> None:
    request = _as_protobuf(export_episode(episode, [Evaluation("x", "bad", score, "why", 0)]))
    spans = request.resource_spans[0].scope_spans[0].spans
    assert len({span.span_id for span in spans}) == len(spans)
    assert all(span.end_time_unix_nano > span.start_time_unix_nano for span in spans)
    assert {len(span.trace_id) for span in spans} == {16}
    assert {len(span.span_id) for span in spans} == {8}
    assert all(span.parent_span_id == spans[0].span_id for span in spans[1:])


def _as_protobuf(value: JsonObject) -> ExportTraceServiceRequest:
    """Return an export as the message it encodes: OTLP writes ids in hex where protobuf's own JSON has base64."""
    copy = json.loads(json.dumps(value))
    for span in _spans(copy):
        for name in ("traceId", "spanId", "parentSpanId"):
            if name in span:
                span[name] = base64.b64encode(bytes.fromhex(str(span[name]))).decode()
    request = ExportTraceServiceRequest()
    Parse(json.dumps(copy), request)
    return request


def _spans(value: JsonObject) -> list[JsonObject]:
    resources = value["resourceSpans"]
    assert isinstance(resources, list)
    spans = resources[0]["scopeSpans"][0]["spans"]
    assert isinstance(spans, list)
    return spans


def _attributes(span: JsonObject) -> dict[str, object]:
    items = span["attributes"]
    assert isinstance(items, list)
    return {item["key"]: next(iter(item["value"].values())) for item in items}


def test_an_own_episode_has_agent_model_and_tool_spans(events: Callable[..., tuple[Header, Step, Outcome]]) -> None:
    header, step, outcome = events()
    header = replace(header, question="Is there a nodule?")
    spans = _spans(export_episode(Episode(header, (step,), outcome)))
    assert [span["name"] for span in spans] == ["invoke_agent tutor", "chat fixed", "execute_tool retrieve", "heard"]
    root, chat, tool, _ = (_attributes(span) for span in spans)
    assert root["openinference.span.kind"] == "AGENT"
    assert root["ace.simulated"] is True
    assert root["ace.rules"] == {"values": [{"stringValue": "tool.order"}]}
    assert chat["gen_ai.operation.name"] == "chat"
    assert chat["llm.input_messages.0.message.content"] == "Is there a nodule?"
    assert chat["llm.output_messages.0.message.tool_calls.0.tool_call.id"] == "c1"
    assert json.loads(str(tool["gen_ai.tool.call.arguments"])) == {"query": "nodule", "k": 3}
    assert tool["gen_ai.tool.call.result"] == tool["output.value"] == "retrieve: nothing found"
    assert tool["error.type"] == "empty_result"
    assert spans[2]["status"] == {"code": 2, "message": "nothing found"}
    assert spans[0]["startTimeUnixNano"] == str(NO_TIME)
    assert root["ace.time.start"] == "made"


def test_a_student_is_heard_as_the_user(events: Callable[..., tuple[Header, Step, Outcome]]) -> None:
    header, step, outcome = events()
    back, _ = _read_back(Episode(header, (step,), outcome))
    assert [(said.role, said.text, said.name) for said in back.steps[0].heard] == [("user", "B?", "student")]


def test_findings_stand_on_the_step_they_speak_of(events: Callable[..., tuple[Header, Step, Outcome]]) -> None:
    header, step, outcome = events()
    evaluations = [
        Evaluation("tool-error-ignored", "major", None, "went on", 0),
        Evaluation("no-ending", "minor", None, "stopped", None),
        Evaluation("of-a-step-there-is-not", "minor", None, "", 99),
    ]
    spans = _spans(export_episode(Episode(header, (step,), outcome), evaluations))
    told = {span["name"]: [_attributes(event) for event in span.get("events", [])] for span in spans}  # type: ignore[attr-defined]
    assert [event["gen_ai.evaluation.name"] for event in told["chat fixed"]] == ["tool-error-ignored"]
    assert told["chat fixed"][0]["gen_ai.evaluation.explanation"] == "went on"
    names = [event["gen_ai.evaluation.name"] for event in told["invoke_agent tutor"]]
    assert sorted(map(str, names)) == ["no-ending", "of-a-step-there-is-not", "success"]
    back, _ = _read_back(Episode(header, (step,), outcome), tuple(evaluations))
    assert back.outcome is not None
    assert back.outcome.scores == {"success": 1.0}


def test_secrets_are_redacted(events: Callable[..., tuple[Header, Step, Outcome]]) -> None:
    header, step, outcome = events()
    assert step.card is not None
    secret = "sk-abcdefghijklmnopqrstuv1234"
    card = replace(step.card, arguments={"password": "hunter2hunter2", "q": secret})
    taken: JsonObject = {"action": "REQUEST_TOOL", "tool": "retrieve", "arguments": card.arguments}
    told = replace(step, card=card, taken=taken, shown=f"key {secret}")
    evaluations = [Evaluation("x", "", None, f"said {secret}", 0)]
    text = json.dumps(export_episode(Episode(header, (told,), outcome), evaluations))
    assert secret not in text
    assert "hunter2" not in text
    assert "[redacted:api-key]" in text


def test_the_same_episode_is_the_same_trace_and_another_run_another(
    events: Callable[..., tuple[Header, Step, Outcome]],
) -> None:
    header, step, outcome = events()
    one = export_episode(Episode(header, (step,), outcome))
    assert one == export_episode(Episode(header, (step,), outcome))
    other = export_episode(Episode(replace(header, run="r2"), (step,), outcome))
    assert _spans(one)[0]["traceId"] != _spans(other)[0]["traceId"]


def test_a_recorded_start_is_kept_and_one_that_is_none_is_made(
    events: Callable[..., tuple[Header, Step, Outcome]],
) -> None:
    header, step, outcome = events()
    for started, expected in (
        ("2026-01-01T00:00:00+00:00", 1767225600 * 10**9),
        ("yesterday", NO_TIME),
        ("0001-01-01T00:00:00", NO_TIME),
    ):
        spans = _spans(export_episode(Episode(replace(header, started=started), (step,), outcome)))
        assert spans[0]["startTimeUnixNano"] == str(expected)
        assert spans[2]["startTimeUnixNano"] == spans[1]["endTimeUnixNano"]
        assert int(str(spans[2]["endTimeUnixNano"])) - int(str(spans[2]["startTimeUnixNano"])) == 1_500_000


def test_an_episode_that_was_cut_off_is_an_error(events: Callable[..., tuple[Header, Step, Outcome]]) -> None:
    header, step, _ = events()
    spans = _spans(export_episode(Episode(header, (step,), None)))
    assert spans[0]["status"] == {"code": 2, "message": "cut off: the record has no end"}


def test_what_utf8_cannot_hold_is_written_out() -> None:
    controller = ControllerInfo("x", "m", simulated=False)
    header = Header(
        "r1",
        "e1",
        "s",
        "s",
        "dev",
        0,
        0,
        "a",
        controller,
        "",
        {},
        (),
        {},
        imported="otlp",
        opening=(Said("user", "\ud800"),),
    )
    request = _as_protobuf(export_episode(Episode(header, (), None)))
    assert "\\ud800" in str(request.resource_spans[0].scope_spans[0].spans[1].attributes[0].value.string_value)
