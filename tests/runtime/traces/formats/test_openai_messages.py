"""Chat messages: lists, requests with responses, and trials with a reward."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.openai_messages import fits, read
from runtime.traces.formats.transcript import BadRecord, Transcript
from tests.runtime.traces.formats.reading import HELLO, records

MESSAGES = HELLO["messages"]


def one(value: JsonObject) -> tuple[Transcript, list[BadRecord]]:
    """Return the transcript of a record, and what was reported."""
    problems: list[BadRecord] = []
    (transcript,) = read(records(value), problems.append)
    return transcript, problems


@pytest.mark.parametrize(
    ("value", "is_ours"),
    [
        (HELLO, True),
        ({"traj": MESSAGES, "reward": 1}, True),
        ({"request": {"messages": MESSAGES}, "response": {}}, True),
        ({"request": {"body": {"messages": MESSAGES}}}, True),
        ({"messages": []}, True),
        ({"messages": "text"}, False),
        ({"messages": [1]}, False),
        ({"history": []}, False),
        ({}, False),
    ],
)
def test_what_fits(value: JsonObject, is_ours: bool) -> None:
    assert fits(value) is is_ours


def test_a_list_of_messages_with_what_is_said_of_it() -> None:
    value: JsonObject = {
        **HELLO,
        "id": "talk-7",
        "model": "m-1",
        "user": "u3",
        "task_id": "hours",
        "trial": 1,
        "success": True,
    }
    transcript, problems = one(value)
    assert (transcript.id, transcript.model, transcript.source) == ("talk-7", "m-1", "u3")
    assert (transcript.task, transcript.trial, transcript.scores) == ("hours", 1, {"success": 1.0})
    assert [message.role for message in transcript.messages] == ["user", "assistant"]
    assert problems == []


def test_a_trial_with_its_reward() -> None:
    transcript, problems = one({"task_id": 4, "trial": 2, "reward": 0.0, "info": {"task": {}}, "traj": MESSAGES})
    assert (transcript.id, transcript.task, transcript.trial) == ("4/2", "4", 2)
    assert (transcript.scores, transcript.end, problems) == ({"reward": 0.0}, "completed", [])


def test_a_trial_that_broke_is_a_failed_one_without_messages() -> None:
    transcript, problems = one({"task_id": 4, "reward": 0.0, "info": {"error": "rate limit"}, "traj": []})
    assert (transcript.end, transcript.end_message, transcript.messages) == ("failed", "rate limit", ())
    assert [problem.reason for problem in problems] == ["holds no message"]


def test_a_request_and_its_response() -> None:
    answer = {"role": "assistant", "content": "Until six."}
    usage = {"prompt_tokens": 12, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 8}}
    response = {"model": "m-2", "choices": [{"message": answer, "finish_reason": "length"}], "usage": usage}
    transcript, problems = one(
        {"request": {"model": "m", "messages": [{"role": "user", "content": "?"}]}, "response": response}
    )
    last = transcript.messages[-1]
    assert (last.text, last.finish_reason, last.source_id) == ("Until six.", "length", "2")
    assert (last.prompt_tokens, last.completion_tokens, last.cached_tokens) == (12, 3, 8)
    assert (transcript.model, transcript.end, problems) == ("m-2", "stopped", [])


@pytest.mark.parametrize(
    ("fields", "texts"),
    [
        ({"choices": [{"message": {"content": "Six."}}]}, ["?", "Six."]),
        ({"response": {"body": {"choices": [{"message": {"role": "assistant", "content": "Six."}}]}}}, ["?", "Six."]),
        ({"response": "Six."}, ["?", "Six."]),
        ({"completion": "Six."}, ["?", "Six."]),
        ({}, ["?"]),
    ],
    ids=["choices", "body", "text", "completion", "none"],
)
def test_responses_in_every_shape(fields: JsonObject, texts: list[str]) -> None:
    transcript, _ = one({"messages": [{"role": "user", "content": "?"}], **fields})
    assert [message.text for message in transcript.messages] == texts


def test_a_response_that_is_an_error() -> None:
    transcript, _ = one({"request": {"messages": MESSAGES}, "response": {"error": {"message": "down"}}})
    assert (transcript.end, transcript.end_message) == ("failed", '{"message":"down"}')


def test_further_choices_and_empty_responses_are_told() -> None:
    choices = [{"message": {"content": "a"}}, {"message": {"content": "b"}}]
    assert [p.reason for p in one({"messages": MESSAGES, "choices": choices})[1]] == ["2 choices; the first is read"]
    assert [p.reason for p in one({"messages": MESSAGES, "response": {"model": "m"}})[1]] == ["holds no message"]


def test_a_record_without_any_message_is_told_and_the_next_is_read() -> None:
    problems: list[BadRecord] = []
    found = list(read(records({"messages": []}, {"other": 1}, HELLO), problems.append))
    assert [transcript.id for transcript in found] == ["traces.jsonl:3"]
    assert [(one.line, one.reason) for one in problems] == [(1, "holds no message"), (2, "holds no list of messages")]
