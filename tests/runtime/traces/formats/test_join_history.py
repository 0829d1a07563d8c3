"""Histories that repeat, joined to one conversation."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.join_history import join_history
from runtime.traces.formats.span_turn import SpanTurn
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage

SYSTEM = TranscriptMessage("system", "Be brief.")
ASK = TranscriptMessage("user", "Weather?")
CALL = ToolRequest("weather", '{"city": "Bern"}', "call_1")
CALLS = TranscriptMessage("assistant", "", calls=(CALL,))
RESULT = TranscriptMessage("tool", "rain", call_id="call_1")
ANSWER = TranscriptMessage("assistant", "It rains.")


def _chat(
    source: str, inputs: Sequence[TranscriptMessage], *outputs: TranscriptMessage, thread: str = "", error: str = ""
) -> SpanTurn:
    return SpanTurn(source, "chat", thread, tuple(inputs), outputs, prompt_tokens=5, error=error)


def _tool(call: ToolRequest, result: str, error: str = "") -> SpanTurn:
    return SpanTurn("t", "tool", call=call, result=result, error=error, duration_ms=7.0)


def _told(*turns: SpanTurn) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in join_history(turns)]


def test_a_repeated_history_is_told_once() -> None:
    messages = join_history(
        [
            _chat("a", [SYSTEM, ASK], CALLS),
            _tool(CALL, "rain"),
            _chat("b", [SYSTEM, ASK, CALLS, RESULT], ANSWER),
            _chat("c", [SYSTEM, ASK, CALLS, RESULT, ANSWER, ASK], ANSWER),
        ]
    )
    assert [message.role for message in messages] == [
        "system", "user", "assistant", "tool", "assistant", "user", "assistant",
    ]  # fmt: skip
    assert [message.source_id for message in messages if message.role == "assistant"] == ["a", "b", "c"]
    assert messages[2].prompt_tokens == 5
    assert messages[3].duration_ms == 7.0


def test_what_the_model_was_shown_of_a_result_counts_more() -> None:
    shown = TranscriptMessage("tool", "rain (shortened)", call_id="call_1")
    messages = join_history(
        [_chat("a", [ASK], CALLS), _tool(CALL, "rain and much more", "slow"), _chat("b", [ASK, CALLS, shown], ANSWER)]
    )
    assert [(one.text, one.error, one.duration_ms) for one in messages if one.role == "tool"] == [
        ("rain (shortened)", "slow", 7.0)
    ]


def test_a_result_seen_before_its_span_is_told_once() -> None:
    messages = join_history(
        [_chat("a", [ASK], CALLS), _chat("b", [ASK, CALLS, RESULT], ANSWER), _tool(CALL, "rain", "timeout")]
    )
    assert [(one.text, one.error) for one in messages if one.role == "tool"] == [("rain", "timeout")]


def test_arguments_as_object_or_text_are_the_same_call() -> None:
    spaced = TranscriptMessage("assistant", "", calls=(ToolRequest("weather", '{"city":"Bern"}'),))
    plain = TranscriptMessage("assistant", "", calls=(ToolRequest("weather", '{"city": "Bern"}'),))
    assert len(join_history([_chat("a", [ASK], spaced), _chat("b", [ASK, plain, RESULT], ANSWER)])) == 4


def test_a_tool_span_without_an_id_is_paired_by_name_and_arguments() -> None:
    other = ToolRequest("weather", '{"city": "Rom"}', "call_2")
    asks = TranscriptMessage("assistant", "", calls=(CALL, other))
    bare = ToolRequest("weather", '{"city":"Rom"}')
    messages = join_history([_chat("a", [ASK], asks), _tool(bare, "sun"), _tool(CALL, "rain")])
    assert [(one.call_id, one.text) for one in messages if one.role == "tool"] == [
        ("call_2", "sun"),
        ("call_1", "rain"),
    ]


def test_a_call_id_that_is_used_again_is_a_new_call() -> None:
    turns = [
        _chat("a", [ASK], CALLS),
        _tool(CALL, "rain"),
        _chat("b", [ASK, CALLS, RESULT], CALLS),
        _tool(CALL, "snow"),
        _chat("c", [ASK, CALLS, RESULT, CALLS, TranscriptMessage("tool", "snow", call_id="call_1")], ANSWER),
    ]
    assert [text for role, text in _told(*turns) if role == "tool"] == ["rain", "snow"]


def test_calls_without_captured_content_belong_to_the_answer_before_them() -> None:
    messages = join_history([_chat("a", []), _tool(CALL, ""), _tool(ToolRequest("f", "{}"), ""), _chat("b", [])])
    assert [(message.role, len(message.calls)) for message in messages] == [
        ("assistant", 2), ("tool", 0), ("tool", 0), ("assistant", 0),
    ]  # fmt: skip


def test_a_call_that_nothing_asked_for_is_an_answer_of_its_own() -> None:
    messages = join_history([_chat("a", [ASK], ANSWER), _tool(CALL, "rain")])
    assert [(message.role, message.calls) for message in messages[2:]] == [("assistant", (CALL,)), ("tool", ())]


def test_inputs_without_an_answer_in_them_are_new_after_the_agents_first_answer() -> None:
    yes = TranscriptMessage("user", "yes")
    assert _told(_chat("a", [SYSTEM, yes], ANSWER), _chat("b", [SYSTEM, yes], ANSWER)) == [
        ("system", "Be brief."),
        ("user", "yes"), ("assistant", "It rains."),
        ("user", "yes"), ("assistant", "It rains."),
    ]  # fmt: skip


def test_inputs_sent_again_after_an_error_are_not_new() -> None:
    messages = join_history([_chat("a", [ASK], error="overloaded"), _chat("b", [ASK], ANSWER)])
    assert [(message.role, message.error) for message in messages] == [
        ("user", ""), ("assistant", "overloaded"), ("assistant", ""),
    ]  # fmt: skip


def test_a_handed_over_history_is_not_told_again() -> None:
    other = TranscriptMessage("system", "You are the second agent.")
    turns = [_chat("a", [SYSTEM, ASK], ANSWER, thread="one"), _chat("b", [other, ASK, ANSWER], ANSWER, thread="two")]
    assert len(join_history(turns)) == 5


def test_a_window_that_slides_repeats_nothing() -> None:
    asks = [TranscriptMessage("user", f"q{n}") for n in range(6)]
    answers = [TranscriptMessage("assistant", f"a{n}") for n in range(6)]
    history: list[TranscriptMessage] = []
    turns = []
    for n in range(6):
        history.append(asks[n])
        turns.append(_chat(str(n), history[-3:], answers[n]))
        history.append(answers[n])
    assert _told(*turns) == [(one.role, one.text) for pair in zip(asks, answers, strict=True) for one in pair]


@pytest.mark.parametrize("kind", ["agent", "chain"])
def test_an_answer_that_repeats_what_led_to_it_is_joined(kind: str) -> None:
    turn = SpanTurn("r", kind, outputs=(ASK, CALLS, RESULT, ANSWER))  # type: ignore[arg-type]
    assert [role for role, _ in _told(SpanTurn("r", "agent", inputs=(ASK,)), turn)] == [
        "user", "assistant", "tool", "assistant",
    ]  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(["yes", "no"]), st.sampled_from(["ok", "so"])), min_size=1, max_size=8))
def test_full_histories_of_repeated_words_lose_and_repeat_nothing(talk: list[tuple[str, str]]) -> None:
    history: list[TranscriptMessage] = [SYSTEM]
    turns = []
    for number, (said, answered) in enumerate(talk):
        history.append(TranscriptMessage("user", said))
        turns.append(_chat(str(number), history, TranscriptMessage("assistant", answered)))
        history.append(TranscriptMessage("assistant", answered))
    assert _told(*turns) == [(one.role, one.text) for one in history]


def test_thousands_of_calls_no_model_call_asked_for_take_no_time() -> None:
    turns = [SpanTurn(f"s{n}", "tool", call=ToolRequest("look", "{}", f"c{n}"), result="ok") for n in range(20_000)]
    began = time.process_time()
    messages = join_history(turns)
    assert time.process_time() - began < 10
    assert [call.call_id for call in messages[0].calls] == [f"c{n}" for n in range(20_000)]
    assert [one.call_id for one in messages[1:]] == [f"c{n}" for n in range(20_000)]
