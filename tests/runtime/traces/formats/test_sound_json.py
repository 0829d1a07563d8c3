"""JSON texts as values the log can hold."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.sound_json import MAX_TEXT, UnsoundJsonError, cut_text, read_json_text


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'{"a": "b', "truncated"),
        (b'{"a": 1,', "truncated"),
        (b"[1, 2", "truncated"),
        (b"", "empty"),
        (b'{"a": nope}', "not JSON: Expecting value at character 7"),
        (b'{"a": 1} x', "not JSON: Extra data"),
        (b'{"a": "\xff"}', "not UTF-8: byte 0xff at byte 8"),
        ('{"a": 1}'.encode("utf-16"), "UTF-16"),
        (b"[" * 100_000 + b"]" * 100_000, "more than 200 levels"),
        (b'{"a":' * 100_000, "more than 200 levels"),
        (b"9" * 5000, "more digits than can be read"),
    ],
    ids=["text", "object", "list", "empty", "word", "more", "utf8", "utf16", "nested", "nested-cut", "digits"],
)
def test_what_is_no_json_says_why(raw: bytes, reason: str) -> None:
    with pytest.raises(UnsoundJsonError, match=reason):
        read_json_text(raw)


@pytest.mark.parametrize(
    ("raw", "value", "flaw"),
    [
        (b'{"a": [1, NaN]}', {"a": [1, "nan"]}, "a[1]: nan is no JSON number"),
        (b'{"a": {"b": -Infinity}}', {"a": {"b": "-inf"}}, "a.b: -inf"),
        (b'{"a": 1e400}', {"a": "inf"}, "a: inf"),
        (b'{"a": "x\\ud83d"}', {"a": "x\\ud83d"}, "a: a lone surrogate"),
        (b'{"\\udc00": 1}', {"\\udc00": 1}, "a key of the record"),
    ],
    ids=["nan", "infinity", "overflow", "surrogate", "surrogate-key"],
)
def test_what_json_cannot_hold_is_written_out_and_told(raw: bytes, value: object, flaw: str) -> None:
    read = read_json_text(raw)
    assert read.value == value
    assert len(read.flaws) == 1
    assert read.flaws[0].startswith(flaw)


def test_a_hundred_megabytes_of_text_are_cut() -> None:
    read = read_json_text(b'{"big": "' + b"x" * 100_000_000 + b'", "small": 1}')
    assert isinstance(read.value, dict)
    assert read.value["small"] == 1
    assert len(read.value["big"]) <= MAX_TEXT
    assert read.value["big"].endswith("more characters]")
    assert read.flaws == (f"big: 100000000 characters; cut to {MAX_TEXT}",)


def test_of_many_flaws_five_are_named() -> None:
    read = read_json_text(b"[" + b",".join([b"NaN"] * 9) + b"]")
    assert len(read.flaws) == 6
    assert read.flaws[-1] == "and 4 more of the kind"


def test_large_numbers_and_exponents_that_fit_are_kept() -> None:
    text = b'{"n": 123456789012345678901234567890, "e": 1e300, "t": "2e999"}'
    assert read_json_text(text) == ({"n": 123456789012345678901234567890, "e": 1e300, "t": "2e999"}, ())


def test_short_text_is_left_alone() -> None:
    text = "y" * MAX_TEXT
    assert cut_text(text) is text
    assert cut_text(cut_text(text + "z")) == cut_text(text + "z")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(_JSON)
def test_sound_json_is_read_as_it_is(value: object) -> None:
    assert read_json_text(json.dumps(value).encode()) == (value, ())


@given(_JSON, st.data())
def test_any_beginning_of_a_text_is_a_value_or_named(value: object, data: st.DataObject) -> None:
    raw = json.dumps({"a": value}).encode()
    cut = raw[: data.draw(st.integers(0, len(raw) - 1))]
    with pytest.raises(UnsoundJsonError, match=r"truncated|empty"):
        read_json_text(cut)


@given(st.binary(max_size=60))
def test_arbitrary_bytes_never_raise_anything_else(raw: bytes) -> None:
    with contextlib.suppress(UnsoundJsonError):
        read_json_text(raw)


@pytest.mark.parametrize(
    ("raw", "flaws"),
    [
        (b'{"a": 1, "b": {"a": 2}}', 0),
        (b'[{"a": 1}, {"a": 2}]', 0),
        (b'{"a": "\\"a\\":1,\\"a\\":2"}', 0),
        (b'{"a": 1, "a": 1}', 1),
        (b'{"x": [{"a": 1, "\\u0061": 2}]}', 1),
    ],
    ids=["below", "beside", "in-a-text", "twice", "written-otherwise"],
)
def test_a_key_given_twice_is_a_flaw(raw: bytes, flaws: int) -> None:
    read = read_json_text(raw)
    assert len(read.flaws) == flaws
    assert read.value == json.loads(raw)
