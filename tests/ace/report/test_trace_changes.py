"""A patch in words."""

import pytest

from ace.report.trace_changes import changes
from runtime.contracts.json_types import JsonObject

BEFORE: JsonObject = {
    "student": {"attempts": 0, "performance": "none"},
    "retrieval": {"hits": [], "summary": "", "queried": False, "confidence": 0.0},
    "terminal": None,
    "spent": {"steps": 3},
    "notes": {"a/b": 1},
    "messages": [{"text": "one"}],
}


def op(kind: str, path: str, value: object = None) -> JsonObject:
    return {"op": kind, "path": path, "value": value}


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (op("replace", "/student/attempts", 1), "student.attempts 0 -> 1"),
        (op("replace", "/student/performance", "wrong"), "student.performance none -> wrong"),
        (op("replace", "/terminal", "answered"), "terminal null -> answered"),
        (op("replace", "/retrieval/queried", True), "retrieval.queried false -> true"),
        (op("replace", "/retrieval/summary", "x y " * 30), 'retrieval.summary "" -> text of 120 characters'),
        (op("replace", "/retrieval/hits", [1, 2]), "retrieval.hits 0 -> 2 items"),
        (op("add", "/notes/new", {"k": "v" * 90}), f'notes.new = {{"k":"{"v" * 54}...'),
        (op("remove", "/notes/a~1b"), "notes.a/b removed"),
        (op("replace", "/messages/0/text", "two"), "messages.0.text one -> two"),
        (op("add", "/retrieval/hits/-", {}), "retrieval.hits +1"),
        (op("replace", "/unknown/place", 2), "unknown.place = 2"),
    ],
    ids=["number", "word", "null", "flag", "long", "list", "new", "removed", "inside", "item", "unknown"],
)
def test_one_operation(operation: JsonObject, words: str) -> None:
    assert changes(BEFORE, [operation]) == (words,)


def test_items_of_one_list_are_one_phrase_and_counters_can_be_left_out() -> None:
    patch = [
        op("add", "/messages/-", {}),
        op("replace", "/spent/steps", 4),
        op("add", "/messages/-", {}),
        op("replace", "/student/attempts", 1),
    ]
    assert changes(BEFORE, patch) == ("messages +2", "spent.steps 3 -> 4", "student.attempts 0 -> 1")
    assert changes(BEFORE, patch, with_counters=False) == ("messages +2", "student.attempts 0 -> 1")
    assert changes({}, patch)[-1] == "student.attempts = 1"
