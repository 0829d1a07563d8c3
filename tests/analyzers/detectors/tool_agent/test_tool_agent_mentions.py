"""Where values were seen."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.mentions import (
    MAX_DEPTH,
    arguments_given,
    ids_given,
    leaves,
    references_in,
    references_stated,
    unseen_values,
)
from runtime.contracts.trace_event import Episode


def test_leaves_carry_the_name_of_their_field() -> None:
    assert leaves({"a": 1, "b": [{"c": None}, "x"], "d": {}}) == [("a", 1), ("c", None), ("b", "x")]
    deep: object = "end"
    for _ in range(MAX_DEPTH + 5):
        deep = [deep]
    assert leaves(deep) == []


def test_references_are_codes_ids_and_long_numbers() -> None:
    text = "W2378156, ann_lee_4411 and (843053632392)! Not 2024-05-01, 12:30, $1,819.92, 31-inch, HAT13x or v2."
    assert references_in(text) == ["W2378156", "ann_lee_4411", "843053632392"]
    assert references_in("QX77RT41") == ["QX77RT41"]


def test_ids_are_told_by_the_name_of_their_field(talk: Callable[..., Episode]) -> None:
    arguments = {"order_id": "#W11", "ids": ["1234", "x"], "note": "a1234", "ref": "2024-05-01", "userId": "ann 44"}
    dialogue = dialogue_of(talk(("user", "hi"), ("call", "get", arguments, "r")))
    assert [(one.name, one.bare) for one in dialogue.kept(ids_given)[1]] == [("order_id", "W11"), ("ids", "1234")]
    assert len(dialogue.kept(arguments_given)[1]) == 6


def test_unseen_values_are_told_once(talk: Callable[..., Episode]) -> None:
    look = ("call", "get", {"user_id": "ann_4411"}, "W2378156")
    dialogue = dialogue_of(
        talk(("user", "hi"), look, look, ("agent", "W2378156 and QX77RT41, ann_4411"), ("agent", "QX77RT41"))
    )
    found = dialogue.kept(unseen_values)
    assert [[one.value for one in each.arguments] for each in found] == [["ann_4411"], []]
    assert [each.references for each in found] == [(), ("QX77RT41",)]
    assert list(dialogue.kept(references_stated)) == [3, 4]
