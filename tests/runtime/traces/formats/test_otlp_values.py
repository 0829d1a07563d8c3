"""OTLP's encoding of values."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.otlp_encoding import encode_value
from runtime.traces.formats.otlp_values import BadValueError, read_attributes, read_id, read_nanoseconds, read_value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"stringValue": "a"}, "a"),
        ({"boolValue": False}, False),
        ({"intValue": "-12"}, -12),
        ({"intValue": 12}, 12),
        ({"doubleValue": 0.5}, 0.5),
        ({"doubleValue": "1.5"}, 1.5),
        ({"arrayValue": {"values": [{"intValue": "1"}, {"stringValue": "b"}]}}, [1, "b"]),
        ({"arrayValue": {}}, []),
        ({"kvlistValue": {"values": [{"key": "k", "value": {"boolValue": True}}]}}, {"k": True}),
        ({"bytesValue": base64.b64encode("é".encode()).decode()}, "é"),
        ({"bytesValue": base64.b64encode(b"\xff\xfe").decode()}, base64.b64encode(b"\xff\xfe").decode()),
        ({"string_value": "snake"}, "snake"),
        ({}, None),
    ],
)
def test_every_kind_is_read(value: object, expected: object) -> None:
    assert read_value(value) == expected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("bare", "an object"),
        ({"stringValue": 3}, "stringValue"),
        ({"boolValue": "true"}, "boolValue"),
        ({"intValue": "twelve"}, "twelve"),
        ({"intValue": 1.5}, "fraction"),
        ({"intValue": "9" * 5000}, "intValue"),
        ({"doubleValue": "NaN"}, "nan"),
        ({"doubleValue": "-Infinity"}, "inf"),
        ({"bytesValue": "%%%"}, "base64"),
        ({"arrayValue": [1]}, "arrayValue"),
        ({"kvlistValue": {"values": [{"value": {}}]}}, "without a key"),
        ({"dateValue": "today"}, "dateValue"),
        ({"stringValue": "a", "intValue": "1"}, "2 kinds"),
    ],
)
def test_what_is_no_value_says_why(value: object, reason: str) -> None:
    with pytest.raises(BadValueError, match=reason):
        read_value(value)


def test_values_nested_without_end_are_refused() -> None:
    value: object = {"stringValue": "a"}
    for _ in range(150):
        value = {"arrayValue": {"values": [value]}}
    with pytest.raises(BadValueError, match="deeper"):
        read_value(value)


_VALUES = st.recursive(
    st.one_of(
        st.text(), st.integers(-(2**63), 2**63 - 1), st.booleans(), st.floats(allow_nan=False, allow_infinity=False)
    ),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=8,
)


@given(_VALUES)
def test_what_is_written_is_read_again(value: object) -> None:
    assert read_value(encode_value(value)) == value


def test_one_bad_attribute_does_not_cost_the_others() -> None:
    problems: list[str] = []
    items = [
        {"key": "a", "value": {"intValue": "1"}},
        {"key": "b", "value": {"doubleValue": "NaN"}},
        {"value": {"intValue": "1"}},
        {"key": "a", "value": {"intValue": "2"}},
        "text",
        {"key": "c"},
    ]
    assert read_attributes(items, problems.append) == {"a": 1, "c": None}
    assert len(problems) == 4
    assert read_attributes({"a": 1}, problems.append) == {}
    assert read_attributes(None, problems.append) == {}
    assert len(problems) == 5


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0AF7651916CD43DD8448EB211C80319C", "0af7651916cd43dd8448eb211c80319c"),
        (base64.b64encode(bytes(range(16))).decode(), bytes(range(16)).hex()),
        ("AAAAAAAAAAE=", "0000000000000001"),
        ("AAAAAAAAAAA=", ""),
        ("0" * 16, ""),
        ("", ""),
        (None, ""),
        (17, ""),
        ("my-trace", "my-trace"),
        ("not base 64=", "not base 64="),
    ],
)
def test_ids_in_hex_base64_or_as_they_are(value: object, expected: str) -> None:
    assert read_id(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("5", 5), (5, 5), (5.0, 5), ("0", None), (True, None), ("five", None), (-1, None), (float("nan"), None)],
)
def test_times(value: object, expected: int | None) -> None:
    assert read_nanoseconds(value) == expected
