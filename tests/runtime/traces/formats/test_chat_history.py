"""Talks of several agents."""

import json

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.chat_history import fits, read
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.formats.transcript import BadRecord, Transcript
from tests.runtime.traces.formats.reading import accounted, records

CODE = "Let me count.\n```python\nprint(6 * 7)\n```\nThen we know."
HISTORY: list[JsonObject] = [
    {"role": "assistant", "name": "Planner", "content": "Count the chairs."},
    {"role": "user", "name": "Counter", "content": CODE},
    {"role": "user", "name": "Computer_terminal", "content": "exitcode: 0\nCode output: 42"},
    {"role": "user", "name": "Checker", "content": "It is 42."},
    {"role": "user", "name": "Computer_terminal", "content": "There is no code to run."},
]
TALK: JsonObject = {
    "history": HISTORY,
    "question_ID": "chairs",
    "question": "How many chairs are\nin the hall?",
    "is_correct": False,
    "mistake_agent": "Counter",
    "mistake_step": "1",
    "mistake_reason": "did not look",
}


def one(value: JsonObject) -> tuple[Transcript, list[BadRecord]]:
    """Return the transcript of a record, and what was reported."""
    problems: list[BadRecord] = []
    (transcript,) = read(records(value), problems.append)
    return transcript, problems


def history(*said: tuple[str, str]) -> JsonObject:
    """Return a talk whose speakers are named by role alone."""
    return {"history": [{"role": role, "content": content} for role, content in said]}


@pytest.mark.parametrize(
    ("value", "is_ours"),
    [(TALK, True), (history(("human", "?")), True), ({"history": []}, False), ({"history": [1]}, False), ({}, False)],
)
def test_what_fits(value: JsonObject, is_ours: bool) -> None:
    assert fits(value) is is_ours


def test_each_agent_decides_and_the_terminal_answers_code() -> None:
    transcript, problems = one(TALK)
    assert problems == []
    assert (transcript.task, transcript.scores) == ("chairs", {"is_correct": 0.0})
    episode = to_episode(transcript, problems.append)
    assert episode.header.question == "How many chairs are\nin the hall?"
    assert [step.speaker for step in episode.steps] == ["Planner", "Counter", "Checker"]
    run = episode.steps[1]
    assert run.proposed == {
        "action": "REQUEST_TOOL",
        "tool": "Computer_terminal",
        "arguments": {"code": "print(6 * 7)\n"},
        "text": CODE,
    }
    assert run.card is not None
    assert (run.card.ok, run.card.id_source) == (True, "synthetic")
    assert [(said.name, said.role) for said in episode.steps[2].heard] == [("Computer_terminal", "user")]
    assert accounted([episode]) == 5
    assert problems == []


def test_labels_of_mistakes_reach_nothing() -> None:
    transcript, _ = one(TALK)
    assert "did not look" not in json.dumps(repr(transcript))
    assert "mistake" not in repr(transcript)


def test_speakers_named_by_role_alone() -> None:
    transcript, _ = one(
        history(
            ("human", "How many?"), ("Orchestrator (thought)", "Ask the web."), ("WebSurfer", "42"), ("system", "note")
        )
    )
    assert [(message.role, message.name) for message in transcript.messages] == [
        ("user", ""),
        ("assistant", "Orchestrator (thought)"),
        ("assistant", "WebSurfer"),
        ("system", ""),
    ]


def test_a_terminal_that_ran_nothing_is_heard() -> None:
    transcript, _ = one(history(("Coder", CODE), ("ComputerTerminal", "There is no code from the last message.")))
    assert transcript.messages[0].calls == ()
    assert transcript.messages[1].role == "ComputerTerminal"


def test_code_that_no_terminal_answers_is_only_said() -> None:
    transcript, _ = one(history(("Coder", CODE), ("Checker", "Fine.")))
    assert [message.calls for message in transcript.messages] == [(), ()]


def test_a_run_that_failed() -> None:
    transcript, problems = one(history(("Coder", CODE), ("executor", "exitcode: 1 (failed)\nNameError: name 'x'")))
    card = to_episode(transcript, problems.append).steps[0].card
    assert card is not None
    assert (card.ok, card.error_class) == (False, "invalid_arguments")


def test_a_first_message_with_the_question_is_the_task_given() -> None:
    given = "You are given a task.\n# Task\nHow many chairs are in the hall?\nAssume nothing."
    first: JsonObject = {"role": "assistant", "name": "Counter", "content": given}
    transcript, problems = one({"history": [first, *HISTORY], "question": TALK["question"]})
    assert (transcript.messages[0].role, transcript.messages[0].name) == ("user", "Counter")
    episode = to_episode(transcript, problems.append)
    assert [said.text for said in episode.header.opening] == [given]
    assert [step.source_id for step in episode.steps] == ["2", "3", "5"]
    assert accounted([episode]) == 6
    assert problems == []


def test_a_first_message_whose_code_was_run_stays_a_decision() -> None:
    given = {"role": "assistant", "name": "Counter", "content": f"{TALK['question']}\n{CODE}"}
    transcript, _ = one({"history": [given, *HISTORY[2:]], "question": TALK["question"]})
    assert (transcript.messages[0].role, len(transcript.messages[0].calls)) == ("assistant", 1)


def test_the_question_in_a_later_message_or_too_short_to_tell_changes_nothing() -> None:
    asked = "How many chairs are in the hall?"
    for question, said in ((asked, ("Count first.", f"You ask: {asked}")), ("Why?", ("Why? So.", "Fine."))):
        transcript, _ = one(
            {**history(("assistant", said[0]), ("assistant", said[1])), "question": question},
        )
        assert [message.role for message in transcript.messages] == ["assistant", "assistant"]


def test_records_without_a_history_are_told() -> None:
    problems: list[BadRecord] = []
    assert list(read(records({"a": 1}, {"history": [3]}), problems.append)) == []
    assert [(one.line, one.what) for one in problems] == [(1, "record"), (2, "message 1"), (2, "record")]
