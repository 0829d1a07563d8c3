"""Same question asked twice: by words, by box, and near misses of both."""

import math

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCall
from runtime.state.repeats import box_iou, count_repeats, is_alike, query_similarity


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({}, {}, True),
        ({"query": "pleural effusion sign"}, {"query": "Sign: pleural effusion?"}, True),
        ({"query": "a b c d e"}, {"query": "a b c d f"}, False),
        ({"query": "a b c d e"}, {"query": "a b c d"}, True),
        ({"query": "liver"}, {"query": "liver", "k": 5}, True),
        ({"query": "liver", "k": 1}, {"query": "liver", "k": 5}, True),
        ({"query": "liver"}, {"query": "spleen"}, False),
        ({"query": "liver", "site": "x"}, {"query": "liver", "site": "y"}, False),
        ({"box": [0, 0, 100, 100]}, {"box": [0, 0, 100, 95]}, True),
        ({"box": [0, 0, 100, 100]}, {"box": [0, 0, 100, 90]}, False),
        ({"box": [0, 0, 1, 1], "padding": 0.1}, {"box": [0, 0, 1, 1], "padding": 0.5}, False),
        ({"box": [0, 0, 1, 1]}, {}, False),
        ({"operation": "contrast"}, {"operation": "sharpen"}, False),
        ({"query": ["x"]}, {"query": "x"}, False),
        ({"k": 1}, {"k": 2}, False),
    ],
    ids=[
        "equal",
        "punctuation and case",
        "query under the cut",
        "query at the cut",
        "number of results left out",
        "number of results",
        "another query",
        "another field",
        "box over the cut",
        "box at the cut is another",
        "same box, other padding",
        "whole image",
        "another operation",
        "query of another type",
        "only a number of results",
    ],
)
def test_alike_arguments(one: JsonObject, other: JsonObject, expected: bool) -> None:
    assert is_alike(one, other) is expected
    assert is_alike(other, one) is expected


@pytest.mark.parametrize(
    "box",
    [
        [0, 0, "1", 1],
        [0, 0, math.nan, 1],
        [0, 0, math.inf, 1],
        [0, 0, 10**400, 1],
        [0, 0, True, 1],
        [0, 0, 1],
        [],
        [0, 0, None, 1],
        [[0], 0, 1, 1],
        [1, 1, 1, 1],
    ],
    ids=["string", "nan", "infinite", "huge", "bool", "three", "empty", "null", "nested", "no area"],
)
def test_what_is_no_box_overlaps_nothing(box: list[object]) -> None:
    assert box_iou(box, [0, 0, 1, 1]) == 0.0
    assert box_iou([0, 0, 1, 1], box) == 0.0


def test_overlap_of_boxes() -> None:
    assert box_iou([0, 0, 2, 2], [0, 0, 2, 2]) == 1.0
    assert box_iou([0, 0, 2, 2], [1, 0, 3, 2]) == pytest.approx(1 / 3)
    assert box_iou([0, 0, 1, 1], [2, 2, 3, 3]) == 0.0


def test_query_similarity_of_nothing() -> None:
    assert query_similarity("", "?") == 1.0
    assert query_similarity("", "liver") == 0.0


def test_only_calls_of_the_same_tool_count() -> None:
    earlier = [
        ToolCall("c1", "zoom", {"box": [0, 0, 1, 1]}),
        ToolCall("c2", "enhance", {"box": [0, 0, 1, 1]}),
        ToolCall("c3", "zoom", {"box": [0, 0, 1, 0.99]}),
        ToolCall("c4", "zoom", {"box": [0, 0, 0.5, 0.5]}),
    ]
    assert count_repeats("zoom", {"box": [0, 0, 1, 1]}, earlier) == 2
    assert count_repeats("zoom", {"box": [0, 0, 1, 1]}, ()) == 0
