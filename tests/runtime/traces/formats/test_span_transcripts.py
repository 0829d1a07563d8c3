"""Spans gathered to conversations."""

from runtime.traces.formats.otlp_spans import Span, SpanEvent
from runtime.traces.formats.span_scores import EVALUATION_EVENT
from runtime.traces.formats.span_transcripts import read_transcripts_of
from runtime.traces.formats.transcript import BadRecord, Transcript
from tests.runtime.traces.formats.span_files import TRACE, span


def _chat(number: int, text: str, parent: int = 0, **more: object) -> Span:
    said = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": [{"role": "assistant", "content": text}]}
    return span(number, {**said, **{key.replace("__", "."): value for key, value in more.items()}}, parent)


def _read(*spans: Span) -> tuple[list[Transcript], list[BadRecord]]:
    problems: list[BadRecord] = []
    return list(read_transcripts_of(spans, "otlp", problems.append)), problems


def test_several_conversations_in_one_trace_are_several_transcripts() -> None:
    root = span(1, {"gen_ai.operation.name": "invoke_agent"})
    inner = span(3, {"session.id": "s2"}, 1)
    found, _ = _read(root, _chat(2, "a", 1, session__id="s1"), inner, _chat(4, "b", 3), _chat(5, "c", 3))
    assert {one.id: [message.text for message in one.messages] for one in found} == {"s1": ["a"], "s2": ["b", "c"]}


def test_a_trace_without_a_conversation_is_its_own() -> None:
    (found,), problems = _read(_chat(1, "a"))
    assert (found.id, found.started, problems) == (TRACE, "1970-01-01T00:00:01.000+00:00", [])


def test_the_only_conversation_of_a_trace_is_that_of_all_its_spans() -> None:
    (found,), _ = _read(_chat(1, "a"), _chat(2, "b", gen_ai__conversation__id="c9"))
    assert (found.id, [message.text for message in found.messages]) == ("c9", ["a", "b"])


def test_agent_model_source_and_scores_are_taken_from_the_spans() -> None:
    scored = SpanEvent(EVALUATION_EVENT, {"gen_ai.evaluation.name": "ok", "gen_ai.evaluation.score.value": 1})
    root = span(
        1, {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "clerk", "user.id": "u7"}, events=[scored]
    )
    (found,), _ = _read(root, _chat(2, "a", 1, gen_ai__request__model="m-1", gen_ai__system="openai"))
    assert (found.agent, found.model, found.source, found.scores) == ("clerk", "m-1", "u7", {"ok": 1.0})


def test_a_root_that_failed_is_a_failed_end() -> None:
    root = span(1, {"gen_ai.operation.name": "invoke_agent"}, error="recursion limit")
    (found,), _ = _read(root, _chat(2, "a", 1))
    assert (found.end, found.end_message) == ("failed", "recursion limit")


def test_an_answer_cut_for_its_length_is_a_stopped_end() -> None:
    (found,), _ = _read(_chat(1, "a", gen_ai__response__finish_reasons=["length"]))
    assert (found.end, found.end_message) == ("stopped", "length")
    (done,), _ = _read(_chat(1, "a", gen_ai__response__finish_reasons=["stop"]))
    assert done.end == "completed"


def test_a_trace_that_says_nothing_is_told() -> None:
    found, problems = _read(span(1, {"http.method": "GET"}), span(2, {}, 1))
    assert found == []
    assert [(one.what, one.reason) for one in problems] == [(f"trace {TRACE}", "no messages or calls in its 2 spans")]
