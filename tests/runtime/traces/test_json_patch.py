"""Patches say what changed, and lead from one state to the next."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.traces.json_patch import apply, diff

KEYS = st.sampled_from(["a", "b", "a/b", "~", "~1", "", "-", "0", "é"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.floats(0, 2, width=16) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)


@given(OBJECTS, OBJECTS)
def test_applying_the_difference_gives_the_later_state_to_the_byte(before: JsonObject, after: JsonObject) -> None:
    kept = copy.deepcopy(before)
    assert canonical_json(apply(before, diff(before, after))) == canonical_json(after)
    assert before == kept


@given(OBJECTS)
def test_equal_states_have_no_difference(state: JsonObject) -> None:
    assert diff(state, copy.deepcopy(state)) == ()


CHANGES: list[tuple[JsonObject, JsonObject, list[JsonObject]]] = [
    ({"a": {"b": 1, "c": 2}}, {"a": {"b": 3, "c": 2}}, [{"op": "replace", "path": "/a/b", "value": 3}]),
    ({"a": 1}, {}, [{"op": "remove", "path": "/a"}]),
    ({}, {"x/y~": 1}, [{"op": "add", "path": "/x~1y~0", "value": 1}]),
    ({"l": [1]}, {"l": [1, 2, 3]}, [{"op": "add", "path": "/l/-", "value": n} for n in (2, 3)]),
    ({"l": [1, 2]}, {"l": [1, 3, 4]}, [{"op": "replace", "path": "/l", "value": [1, 3, 4]}]),
    ({"l": [1, 2]}, {"l": [1]}, [{"op": "replace", "path": "/l", "value": [1]}]),
    ({"a": 1}, {"a": True}, [{"op": "replace", "path": "/a", "value": True}]),
    ({"a": 1}, {"a": 1.0}, [{"op": "replace", "path": "/a", "value": 1.0}]),
]


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    CHANGES,
    ids=["nested", "removed", "escaped", "grown", "changed-list", "shrunk", "boolean", "float"],
)
def test_the_difference_is_as_small_as_documented(
    before: JsonObject, after: JsonObject, patch: list[JsonObject]
) -> None:
    assert list(diff(before, after)) == patch


def test_a_patch_shares_nothing_with_the_states() -> None:
    after: JsonObject = {"a": {"b": [1]}}
    patch = diff({}, after)
    changed = apply({}, patch)
    changed["a"] = None
    assert patch == ({"op": "add", "path": "/a", "value": {"b": [1]}},)
    assert patch[0]["value"] is not after["a"]


def test_tuples_are_lists_as_they_will_be_on_disk() -> None:
    before: JsonObject = {"hits": ({"id": 1},), "same": (1, 2)}
    after: JsonObject = {"hits": [{"id": 1}, {"id": 2, "boxes": ((0, 1),)}], "same": [1, 2]}
    patch = diff(before, after)
    assert patch == ({"op": "add", "path": "/hits/-", "value": {"id": 2, "boxes": [[0, 1]]}},)
    assert apply(before, patch) == {"hits": [{"id": 1}, {"id": 2, "boxes": [[0, 1]]}], "same": [1, 2]}


def test_list_positions_written_by_others_are_followed() -> None:
    patch: list[JsonObject] = [
        {"op": "add", "path": "/l/0", "value": 0},
        {"op": "remove", "path": "/l/1"},
        {"op": "replace", "path": "/l/1/x", "value": 9},
        {"op": "replace", "path": "/l/0", "value": "first"},
    ]
    assert apply({"l": [1, {"x": 2}]}, patch) == {"l": ["first", {"x": 9}]}


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "move", "path": "/a", "from": "/b"},
        {"op": "replace", "path": "/b", "value": 1},
        {"op": "remove", "path": "/l/1"},
        {"op": "remove", "path": "/l/-1"},
        {"op": "add", "path": "/a/b", "value": 1},
        {"op": "add", "path": "/b/c", "value": 1},
        {"op": "add", "path": "/b"},
        {"op": "replace", "path": "", "value": 1},
    ],
    ids=["unknown-op", "absent-key", "past-end", "negative", "into-number", "absent-parent", "no-value", "not-object"],
)
def test_a_patch_of_another_state_is_refused(operation: JsonObject) -> None:
    with pytest.raises(TraceError, match=r"[Pp]atch"):
        apply({"a": 1, "l": [1]}, [operation])
