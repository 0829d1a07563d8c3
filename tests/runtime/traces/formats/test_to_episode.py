"""A transcript as an episode: nothing lost, nothing twice."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.trace_event import Episode, Event, Said
from runtime.traces.event_json import decode_line, encode_line, event_from_json, event_to_json
from runtime.traces.formats.sound_json import MAX_TEXT
from runtime.traces.formats.to_episode import episode_id, to_episode
from runtime.traces.formats.transcript import BadRecord, ToolRequest, Transcript, TranscriptMessage
from tests.runtime.traces.formats.reading import accounted, transcript

SYSTEM = TranscriptMessage("system", "You book rooms.")
ASK = TranscriptMessage("user", "A room, please.")
CALL = TranscriptMessage("assistant", "One moment.", calls=(ToolRequest("free_rooms", '{"day": 3}', "c1"),))
RESULT = TranscriptMessage("tool", '{"rooms": 2}', call_id="c1")
ANSWER = TranscriptMessage("assistant", "Two are free.", prompt_tokens=90, completion_tokens=4)
THANKS = TranscriptMessage("user", "Thanks.")


def read(*messages: TranscriptMessage, **fields: object) -> tuple[Episode, list[BadRecord]]:
    """Return the episode of those messages, and what was reported."""
    problems: list[BadRecord] = []
    return to_episode(transcript(*messages, **fields), problems.append), problems


def test_a_talk_with_a_tool() -> None:
    episode, problems = read(SYSTEM, ASK, CALL, RESULT, ANSWER, THANKS, task="rooms", trial=2, scores={"reward": 1.0})
    assert problems == []
    header = episode.header
    assert header.opening == (Said("system", SYSTEM.text, source_id="1"), Said("user", ASK.text, source_id="2"))
    assert (header.question, header.sample, header.case, header.trial) == (ASK.text, "rooms", "rooms", 2)
    assert (header.imported, header.agent, header.source) == ("openai-messages", "imported", "file:traces.jsonl")
    assert header.controller.label == "openai-messages/unknown"
    assert [(step.source_id, step.card is not None, step.heard) for step in episode.steps] == [
        ("3", True, ()),
        ("5", False, (Said("user", THANKS.text, source_id="6"),)),
    ]
    outcome = episode.outcome
    assert outcome is not None
    assert (outcome.terminal, outcome.scores, outcome.answer) == ("completed", {"reward": 1.0}, {"text": ANSWER.text})
    assert outcome.spent == {"prompt_tokens": 90, "completion_tokens": 4, "tool_calls": 1, "steps": 2}


def test_conditions_see_what_went_before() -> None:
    failed = replace(RESULT, text="Error: timed out")
    again = replace(CALL, calls=(ToolRequest("free_rooms", "{}", "c2"),))
    episode, _ = read(ASK, CALL, failed, again, replace(RESULT, call_id="c2"), ANSWER)
    assert [step.context["state"] for step in episode.steps] == [
        {"step": 0, "tools": {"calls": 0, "last_error": ""}},
        {"step": 1, "tools": {"calls": 1, "last_error": "timeout"}},
        {"step": 2, "tools": {"calls": 2, "last_error": ""}},
    ]


def test_what_has_no_counterpart_is_kept_and_told() -> None:
    stray = replace(RESULT, call_id="c7", name="free_rooms")
    episode, problems = read(ASK, stray, CALL, stray, ANSWER)
    assert [(one.what, one.line) for one in problems] == [("c1", 1), ("c7", 1), ("c7", 1)]
    assert problems[0].reason == "no result is recorded for this call of free_rooms (in t1)"
    assert problems[1].reason == "message 2 is a tool's result that no call asked for (in t1)"
    assert [said.role for said in episode.header.opening] == ["user", "tool"]
    assert [said.role for said in episode.steps[0].heard] == ["tool"]
    assert episode.steps[0].card is None
    assert accounted([episode]) == 5


def test_a_result_before_its_call_is_paired_and_told() -> None:
    episode, problems = read(ASK, RESULT, CALL)
    assert episode.steps[0].card is not None
    assert [one.reason for one in problems] == ["message 2 is a tool's result that stands before its call (in t1)"]
    assert accounted([episode]) == 3


def test_several_agents_and_several_calls() -> None:
    both = replace(CALL, name="Clerk", calls=(ToolRequest("a", "{}", "1"), ToolRequest("b", "{}", "2")))
    episode, _ = read(ASK, both, replace(RESULT, call_id="2"), replace(RESULT, call_id="1"), THANKS)
    first, second = episode.steps
    assert (first.speaker, first.source_id) == (second.speaker, second.source_id) == ("Clerk", "2")
    assert first.card is not None
    assert second.card is not None
    assert (first.card.call_id, second.card.call_id) == ("1", "2")
    assert (first.heard, second.heard) == ((), (Said("user", "Thanks.", source_id="5"),))


def test_ids_that_come_twice_are_told_apart() -> None:
    episode, _ = read(*(replace(one, source_id="span") for one in (ASK, ANSWER, ANSWER)))
    assert [step.source_id for step in episode.steps] == ["span#2", "span#3"]


def test_a_long_text_is_cut_and_told() -> None:
    episode, problems = read(ASK, replace(ANSWER, text="x" * (MAX_TEXT + 5)))
    assert len(episode.steps[0].attempts[0].raw) <= MAX_TEXT
    assert problems == [BadRecord("folder/traces.jsonl", 1, "message 2", f"{MAX_TEXT + 5} characters; cut")]


@pytest.mark.parametrize("score", [math.nan, math.inf])
def test_a_score_that_is_no_number_is_told(score: float) -> None:
    episode, problems = read(ASK, ANSWER, scores={"reward": score, "fine": 1.0})
    assert episode.outcome is not None
    assert episode.outcome.scores == {"fine": 1.0}
    assert [one.what for one in problems] == ["score reward"]


def test_an_outside_agent_is_never_taken_for_the_tutor() -> None:
    assert read(ASK, ANSWER, agent="tutor")[0].header.agent == "tutor (imported)"
    assert read(ASK, ANSWER, agent="desk")[0].header.agent == "desk"


def test_without_messages_there_is_still_an_end() -> None:
    episode, problems = read(end="failed", end_message="the server was down")
    assert (episode.steps, problems) == ((), [])
    assert episode.outcome is not None
    assert (episode.outcome.terminal, episode.outcome.message) == ("failed", "the server was down")
    assert episode.outcome.answer == {}


def test_an_id_is_of_what_was_said_wherever_it_stands() -> None:
    one = transcript(ASK, ANSWER)
    assert episode_id(one) == episode_id(replace(one, file="elsewhere.json", line=9, id="other", source="someone"))
    assert episode_id(one) != episode_id(replace(one, trial=1))
    assert episode_id(one) != episode_id(one, 1)
    assert episode_id(one).startswith("e-")
    odd = transcript(replace(ASK, text="\ud83d"), scores={"reward": math.nan})
    assert episode_id(odd) == episode_id(replace(odd, id="other"))


TEXT = st.text(max_size=20) | st.sampled_from(["Error: no", '{"a": [1, {"b": 2.5}]}', '{"error": 1}', "exitcode: 1"])
REQUEST = st.builds(
    ToolRequest,
    st.sampled_from(["find", "book"]),
    TEXT | st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4)).map(json.dumps),
    st.sampled_from(["", "c1", "c2"]),
)
MESSAGE = st.builds(
    TranscriptMessage,
    role=st.sampled_from(["system", "developer", "user", "tool", "assistant", "critic"]),
    text=TEXT,
    name=st.sampled_from(["", "find", "Clerk"]),
    call_id=st.sampled_from(["", "c1", "c2", "c9"]),
    error=st.sampled_from(["", "failed"]),
    source_id=st.sampled_from(["", "", "s1", "2"]),
    prompt_tokens=st.integers(0, 9),
    duration_ms=st.floats(0, 1e6),
)
MESSAGES = st.lists(
    MESSAGE.flatmap(
        lambda one: (
            st.lists(REQUEST, max_size=3).map(lambda calls: replace(one, calls=tuple(calls)))
            if one.role == "assistant"
            else st.just(one)
        )
    ),
    max_size=12,
)


@given(MESSAGES)
def test_no_message_is_lost_and_calls_pair(messages: list[TranscriptMessage]) -> None:
    episode, problems = read(*messages)
    assert accounted([episode]) == len(messages)
    cards = [step.card for step in episode.steps if step.card is not None]
    calls = sum(len(message.calls) for message in messages)
    results = sum(message.role == "tool" for message in messages)
    told = [one.reason for one in problems]
    assert calls - len(cards) == sum(reason.startswith("no result") for reason in told)
    assert results - len(cards) == sum("no call asked for" in reason for reason in told)
    recorded = {call.call_id for message in messages for call in message.calls}
    given_back = {message.call_id for message in messages}
    assert all(card.call_id in recorded | given_back for card in cards if card.id_source == "recorded")
    assert [step.step for step in episode.steps] == list(range(len(episode.steps)))
    texts = [said.text for step in episode.steps for said in step.heard] + [
        said.text for said in episode.header.opening
    ]
    texts += [step.shown for step in episode.steps if step.card] + [
        str((step.proposed or {})["text"]) for step in episode.steps
    ]
    assert sorted(text for text in texts if text) == sorted(message.text for message in messages if message.text)


@given(MESSAGES, st.sampled_from(["completed", "stopped", "failed"]))
def test_what_is_logged_is_read_back_equal(messages: list[TranscriptMessage], end: str) -> None:
    episode, _ = read(*messages, end=end)
    assert episode.outcome is not None
    events: tuple[Event, ...] = (episode.header, *episode.steps, episode.outcome)
    for event in events:
        assert event_from_json(decode_line(encode_line(event_to_json(event)))) == event


@given(MESSAGES)
def test_equal_transcripts_give_equal_ids_and_others_do_not(messages: list[TranscriptMessage]) -> None:
    one: Transcript = transcript(*messages)
    assert episode_id(one) == episode_id(transcript(*messages))
    assert episode_id(one) != episode_id(transcript(*messages, ASK))
