"""Inspect logs as transcripts."""

import pytest
from hypothesis import given, settings

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.inspect_log import fits, read
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.formats.transcript import BadRecord, Record, Transcript
from tests.runtime.traces.formats.damage import damaged
from tests.runtime.traces.formats.span_files import no_problem

LONG = "attachment://" + "a" * 32


def sample(**fields: object) -> JsonObject:
    """Return a sample with one good and one failed call."""
    calls = [{"id": "c1", "function": "add", "arguments": {"x": 1, "y": 1}, "type": "function"}]
    more = [{"id": "c2", "function": "read", "arguments": {"path": "/x"}, "type": "function"}]
    usage = {"input_tokens": 11, "output_tokens": 3, "total_tokens": 14, "input_tokens_cache_read": 5}
    answer = {"message": {"id": "m3", "role": "assistant", "content": "I add."}, "stop_reason": "tool_calls"}
    return {
        "id": "s1",
        "epoch": 2,
        "uuid": "u-1",
        "input": "What is 1 + 1?",
        "target": "2",
        "messages": [
            {"id": "m1", "role": "system", "content": LONG},
            {"id": "m2", "role": "user", "content": "What is 1 + 1?", "source": "input"},
            {"id": "m3", "role": "assistant", "content": "I add.", "tool_calls": calls, "model": "mock/model"},
            {"id": "m4", "role": "tool", "content": "2", "tool_call_id": "c1", "function": "add"},
            {"id": "m5", "role": "assistant", "content": [{"type": "text", "text": "I read."}], "tool_calls": more},
            {
                "id": "m6",
                "role": "tool",
                "content": "",
                "tool_call_id": "c2",
                "function": "read",
                "error": {"type": "file_not_found", "message": "no such file /x"},
            },
            {"id": "m7", "role": "assistant", "content": "It is 2."},
        ],
        "attachments": {"a" * 32: "You calculate."},
        "events": [
            {"event": "model", "output": {"choices": [answer], "usage": usage, "time": 0.5}},
            {"event": "tool", "id": "c1", "function": "add", "working_time": 0.25},
            {
                "event": "tool",
                "id": "c2",
                "timestamp": "2026-05-01T10:00:00+00:00",
                "completed": "2026-05-01T10:00:01+00:00",
            },
        ],
        "scores": {"includes": {"value": "C", "answer": "2"}},
        "started_at": "2026-05-01T10:00:00+00:00",
        **fields,
    }


def log(*samples: object, **fields: object) -> JsonObject:
    """Return a log of those samples."""
    evaluation = {"run_id": "r1", "task": "sums", "model": "mock/model", "created": "2026-05-01T09:00:00+00:00"}
    return {"version": 2, "status": "success", "eval": evaluation, "samples": list(samples), **fields}


def _read(*values: JsonObject) -> tuple[list[Transcript], list[BadRecord]]:
    problems: list[BadRecord] = []
    return list(read([Record(value, "log.json", 1) for value in values], problems.append)), problems


def test_a_sample_is_a_transcript() -> None:
    (found,), problems = _read(log(sample()))
    assert problems == []
    assert (found.id, found.task, found.trial, found.agent, found.model) == ("u-1", "sums/s1", 1, "sums", "mock/model")
    assert [message.role for message in found.messages] == [
        "system", "user", "assistant", "tool", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert found.messages[0].text == "You calculate."
    assert (found.scores, found.end, found.started) == ({"includes": 1.0}, "completed", "2026-05-01T10:00:00+00:00")
    call = found.messages[2]
    assert (call.prompt_tokens, call.completion_tokens, call.cached_tokens, call.duration_ms, call.finish_reason) == (
        11, 3, 5, 500.0, "tool_calls",
    )  # fmt: skip
    assert [message.duration_ms for message in found.messages if message.role == "tool"] == [250.0, 1000.0]


def test_a_failed_call_is_a_failed_card_that_shows_what_the_model_was_sent() -> None:
    (found,), _ = _read(log(sample()))
    cards = [(step.card, step.shown) for step in to_episode(found, no_problem).steps if step.card]
    assert [(card.call_id, card.ok) for card, _ in cards if card] == [("c1", True), ("c2", False)]
    assert cards[1][1] == "no such file /x"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("C", {"s": 1.0}),
        ("I", {"s": 0.0}),
        ("P", {"s": 0.5}),
        ("N", {"s": 0.0}),
        ("Yes", {"s": 1.0}),
        (0.25, {"s": 0.25}),
        (True, {"s": 1.0}),
        ("0.5", {"s": 0.5}),
        ({"style": 1, "facts": "I"}, {"s.style": 1.0, "s.facts": 0.0}),
    ],
)
def test_grades_and_numbers(value: object, expected: dict[str, float]) -> None:
    (found,), problems = _read(log(sample(scores={"s": {"value": value}})))
    assert (found.scores, problems) == (expected, [])


@pytest.mark.parametrize("value", ["good", None, [1], float("nan"), "nan"])
def test_a_score_that_is_neither_is_told(value: object) -> None:
    (found,), problems = _read(log(sample(scores={"s": {"value": value}, "t": {"value": 1}})))
    assert found.scores == {"t": 1.0}
    assert [one.what for one in problems] == ["sample s1, epoch 2"]


def test_limits_and_errors_end_a_sample() -> None:
    limit = {"type": "message", "limit": 4, "reason": "Message limit reached."}
    (stopped, failed, bare), _ = _read(
        log(
            sample(limit=limit),
            sample(error={"message": "ValueError('boom')"}),
            sample(limit={"type": "token", "limit": 9}),
        )
    )
    assert (stopped.end, stopped.end_message) == ("stopped", "Message limit reached.")
    assert (failed.end, failed.end_message) == ("failed", "ValueError('boom')")
    assert bare.end_message == "token limit 9"


@pytest.mark.parametrize(
    ("value", "what", "reason"),
    [
        (log(status="error", error={"message": "no key"}), "log", "no key"),
        (log(7), "sample 1", "a JSON number"),
        (log(sample(messages=None)), "sample s1, epoch 2", "no list of messages"),
        (log(sample(messages=["text"])), "sample s1, epoch 2", "message 1 is a JSON string"),
    ],
)
def test_what_cannot_be_read_is_told(value: JsonObject, what: str, reason: str) -> None:
    _, problems = _read(value)
    assert [(one.what, reason in one.reason) for one in problems] == [(what, True)]


def test_a_missing_attachment_stays_named() -> None:
    (found,), _ = _read(log(sample(attachments={})))
    assert found.messages[0].text == LONG


def test_what_fits() -> None:
    assert fits(log())
    assert not fits({"eval": "text", "samples": []})
    assert not fits({"messages": []})


@settings(max_examples=60, deadline=None)
@given(damaged(log(sample())))
def test_nothing_that_a_file_holds_raises(value: JsonObject) -> None:
    found, _ = _read(value, log(sample(uuid="sound")))
    for transcript in found:
        to_episode(transcript, lambda problem: None)
    assert found[-1].id == "sound"
    assert len(found[-1].messages) == 7
