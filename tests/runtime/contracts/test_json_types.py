"""Canonical JSON: equal values, equal text; what JSON cannot hold is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.json_types import as_object, canonical_json, content_hash


def test_keys_are_sorted_and_nothing_is_escaped() -> None:
    assert canonical_json({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf]])
def test_what_is_no_json_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(value)


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        canonical_json({1, 2})


@given(st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4), max_size=5))
def test_the_order_of_keys_does_not_change_a_hash(value: dict[str, object]) -> None:
    backwards = dict(reversed(value.items()))
    assert content_hash(value) == content_hash(backwards)
    assert content_hash(value) != content_hash({**value, "another key": 1})


def test_hashes_have_the_length_asked_for_and_surrogates_have_one() -> None:
    assert len(content_hash("x")) == 64
    assert content_hash("x", 12) == content_hash("x")[:12]
    assert content_hash("\ud800") != content_hash("?")


def test_as_object_copies_objects_and_empties_everything_else() -> None:
    value = {"a": 1}
    copied = as_object(value)
    copied["b"] = 2
    assert value == {"a": 1}
    assert [as_object(other) for other in (None, [1], "x", 1)] == [{}, {}, {}, {}]
