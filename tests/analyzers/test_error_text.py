"""Nested error values become one text that says what went wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.error_text import MAX_DEPTH, error_text
from analyzers.masking import MAX_MASKED


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is", "as it is"),
        (["Wrong count.", "Expected 2."], "Wrong count. Expected 2."),
        ({"error": "late", "user": "Ann"}, "error: late user: <text>"),
        ({"status": 500, "retry": True}, "status: 500 retry: True"),
        ({"detail": [{"msg": "too short", "loc": ["a", "b"]}]}, "detail: msg: too short loc: <list>"),
        ({"result": {"rows": [1, 2]}, "message": "bad"}, "result: <dict> message: bad"),
        ({"result": {"inner": {"reason": "quota"}}}, "result: inner: reason: quota"),
        ({"errors": []}, "errors: <list>"),
        (["No.", {"item 0": {"error": "x is 1"}}, {"item 1": {"error": "x is 2"}}], "No. item 0: error: x is 1"),
        ({"output": "not found", "id": 3}, "output: not found id: 3"),
        (None, "None"),
        ([], "<list>"),
        ({}, "<dict>"),
        (7, "7"),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_what_tells_of_the_error_is_kept_and_said_once(value: object, text: str) -> None:
    assert error_text(value) == text


def test_a_deep_or_wide_value_is_cut() -> None:
    deep: object = "end"
    for _ in range(5 * MAX_DEPTH):
        deep = {"error": deep}
    assert error_text(deep).endswith("error: <dict>")
    assert len(error_text([f"word{'x' * n} failed" for n in range(1000)])) < MAX_MASKED + 1100


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(_JSON)
def test_any_value_has_a_text(value: object) -> None:
    assert isinstance(error_text(value), str)
