"""Ids, tasks, trials and scores under their many names."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.record_fields import named, record_id, scores_of, trial_of
from runtime.traces.formats.transcript import BadRecord, Record


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"task_id": 0}, "0"),
        ({"task_id": " rooms "}, "rooms"),
        ({"task_id": True, "task": "b"}, "b"),
        ({"task_id": "a\nlong text"}, ""),
        ({"task_id": "x" * 300}, ""),
        ({"task_id": ["a"]}, ""),
        ({}, ""),
    ],
)
def test_a_name_is_a_number_or_a_short_text(value: JsonObject, name: str) -> None:
    assert named(value, ("task_id", "task")) == name


def test_a_record_without_an_id_is_its_place() -> None:
    assert record_id(Record({"id": "talk-1"}, "some/where.jsonl", 4)) == "talk-1"
    assert record_id(Record({}, "some/where.jsonl", 4)) == "where.jsonl:4"


@pytest.mark.parametrize(
    ("value", "trial"), [({"trial": 3}, 3), ({"trial": -1}, 0), ({"trial": True}, 0), ({"epoch": 2}, 2), ({}, 0)]
)
def test_trials(value: JsonObject, trial: int) -> None:
    assert trial_of(value) == trial


def test_scores_are_numbers_and_the_rest_is_told() -> None:
    problems: list[BadRecord] = []
    value: JsonObject = {"reward": 0.5, "is_correct": False, "score": "high", "scores": {"style": 2, "tone": None}}
    assert scores_of(Record(value, "f", 3), problems.append) == {"reward": 0.5, "is_correct": 0.0, "style": 2.0}
    assert [(one.line, one.what) for one in problems] == [(3, "score score"), (3, "score tone")]


def test_what_was_told_on_reading_is_not_told_again() -> None:
    problems: list[BadRecord] = []
    assert scores_of(Record({"reward": "nan"}, "f", 1), problems.append) == {}
    assert problems == []
