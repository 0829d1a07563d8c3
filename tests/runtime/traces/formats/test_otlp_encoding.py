"""Values and spans in OTLP's encoding."""

import pytest

from runtime.traces.formats.otlp_encoding import (
    INTERNAL,
    OutSpan,
    encode_attributes,
    encode_event,
    encode_value,
    made_id,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, {"boolValue": True}),
        (3, {"intValue": "3"}),
        (2**70, {"stringValue": str(2**70)}),
        (0.5, {"doubleValue": 0.5}),
        (float("inf"), {"stringValue": "inf"}),
        (["a"], {"arrayValue": {"values": [{"stringValue": "a"}]}}),
        ({"a": 1}, {"kvlistValue": {"values": [{"key": "a", "value": {"intValue": "1"}}]}}),
    ],
)
def test_every_kind_is_written(value: object, expected: object) -> None:
    assert encode_value(value) == expected


def test_what_has_no_encoding_is_an_error() -> None:
    with pytest.raises(TypeError, match="set"):
        encode_value({1, 2})


def test_empty_attributes_are_left_out_and_zero_is_not() -> None:
    assert [item["key"] for item in encode_attributes({"a": "", "b": None, "c": 0, "d": False})] == ["c", "d"]


def test_ids_are_the_same_for_the_same_text() -> None:
    assert made_id("a", 16) == made_id("a", 16) != made_id("b", 16)
    assert len(made_id("a", 32)) == 32


def test_a_span_says_how_it_went() -> None:
    span = OutSpan("t", "s", "", "n", INTERNAL, 1, 2, {"a": 1})
    assert span.to_json()["status"] == {"code": 1}
    assert "parentSpanId" not in span.to_json()
    assert "events" not in span.to_json()
    failed = OutSpan("t", "s", "p", "n", INTERNAL, 1, 2, {}, (encode_event("e", 1, {}),), "broke")
    assert failed.to_json()["status"] == {"code": 2, "message": "broke"}
    assert failed.to_json()["parentSpanId"] == "p"
    assert failed.to_json()["events"] == [{"name": "e", "timeUnixNano": "1", "attributes": []}]
