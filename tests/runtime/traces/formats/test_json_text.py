"""JSON inside texts."""

import pytest

from runtime.traces.formats.json_text import TOO_DEEP, as_text, parse_json, parsed_or_text
from runtime.traces.formats.sound_json import MAX_TEXT, cut_text


def test_sound_json_is_parsed_without_a_word() -> None:
    assert parse_json('{"a": [1, null]}') == ({"a": [1, None]}, "")


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", "[" * 5000 + "]" * 5000])
def test_what_is_not_json_is_told(text: str) -> None:
    value, problem = parse_json(text)
    assert value is None
    assert problem


def test_nan_becomes_its_name_and_is_told() -> None:
    value, problem = parse_json('{"score": NaN}')
    assert value == {"score": "nan"}
    assert "nan" in problem


def test_a_text_that_was_cut_is_read_as_far_as_it_goes() -> None:
    text = '[{"role": "user", "content": "hello"}, {"role": "user", "content": "' + "x" * (MAX_TEXT + 10) + '"}]'
    value, problem = parse_json(cut_text(text))
    assert isinstance(value, list)
    assert value[0] == {"role": "user", "content": "hello"}
    assert set(value[1]["content"]) == {"x"}
    assert "cut" in problem


@pytest.mark.parametrize(
    ("value", "expected"),
    [("a", "a"), ({"a": "ä"}, '{"a": "ä"}'), (1, "1"), (None, "null"), (float("nan"), "nan"), (True, "true")],
)
def test_values_as_text(value: object, expected: str) -> None:
    assert as_text(value) == expected


def test_what_is_nested_too_deep_is_named() -> None:
    deep: object = 0
    for _ in range(5000):
        deep = [deep]
    assert as_text(deep) == TOO_DEEP


def test_only_objects_and_lists_are_parsed_out_of_texts() -> None:
    assert parsed_or_text(" [1]") == [1]
    assert parsed_or_text("12") == "12"
    assert parsed_or_text("{not") == "{not"
    assert parsed_or_text(5) == 5
