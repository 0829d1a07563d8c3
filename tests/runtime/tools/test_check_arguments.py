import math

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolSpec
from runtime.tools.check_arguments import check_arguments, check_value

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "words", "minLength": 3, "maxLength": 8},
        "k": {"type": "integer", "minimum": 1, "maximum": 5},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "deep": {"type": "boolean"},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "box": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "inner": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
    },
    "required": ["query"],
    "additionalProperties": False,
}


def _spec(schema: JsonObject) -> ToolSpec:
    return ToolSpec("tool", "A tool.", schema)


@pytest.mark.parametrize(
    "more",
    [{}, {"k": 5}, {"share": 0}, {"share": 0.5, "deep": True}, {"kind": "b"}, {"box": [1, 2.5]}, {"inner": {"x": 1}}],
    ids=str,
)
def test_arguments_that_fit_pass(more: JsonObject) -> None:
    assert check_arguments(_spec(SCHEMA), {"query": "water", **more}) == ""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "query: missing"),
        ({"query": 5}, "query: must be string, got 5"),
        ({"query": "ab"}, "query: 2 characters is below the least, 3"),
        ({"query": "a" * 9}, "query: 9 characters is above the most, 8"),
        ({"query": "abc", "zz": 1}, "zz: unknown field; known: query, k, share, deep, kind, box, inner"),
        ({"query": "abc", "k": 0}, "k: 0 is below the least, 1"),
        ({"query": "abc", "k": 6}, "k: 6 is above the most, 5"),
        ({"query": "abc", "k": True}, "k: must be integer, got True"),
        ({"query": "abc", "k": 2.0}, "k: must be integer, got 2.0"),
        ({"query": "abc", "k": "2"}, "k: must be integer, got '2'"),
        ({"query": "abc", "k": 10**5000}, "k: must be a finite number"),
        ({"query": "abc", "share": True}, "share: must be number, got True"),
        ({"query": "abc", "share": math.nan}, "share: must be a finite number"),
        ({"query": "abc", "share": math.inf}, "share: must be a finite number"),
        ({"query": "abc", "share": 1.01}, "share: 1.01 is above the most, 1"),
        ({"query": "abc", "deep": 1}, "deep: must be boolean, got 1"),
        ({"query": "abc", "kind": "c"}, "kind: 'c' is not one of a, b"),
        ({"query": "abc", "box": [1]}, "box: 1 items is below the least, 2"),
        ({"query": "abc", "box": [1, 2, 3]}, "box: 3 items is above the most, 2"),
        ({"query": "abc", "box": [1, math.nan]}, "box[1]: must be a finite number"),
        ({"query": "abc", "box": [1, False]}, "box[1]: must be number, got False"),
        ({"query": "abc", "box": "12"}, "box: must be array, got '12'"),
        ({"query": "abc", "inner": {}}, "inner.x: missing"),
        ({"query": "abc", "inner": {"x": "1"}}, "inner.x: must be integer, got '1'"),
        ({"query": "abc", "inner": {"x": 1, "y": 1}}, "inner.y: unknown field; known: x"),
        ({"query": None}, "query: must be string, got None"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_first_problem_names_its_field(arguments: JsonObject, problem: str) -> None:
    assert check_arguments(_spec(SCHEMA), arguments) == problem


def test_hostile_values_and_names_are_cut_short() -> None:
    assert len(check_arguments(_spec(SCHEMA), {"query": ["x" * 5000]})) < 120
    assert len(check_arguments(_spec(SCHEMA), {"query": "abc", "n" * 5000: 1})) < 200
    assert "very large whole number" in check_arguments(_spec(SCHEMA), {"query": 10**5000})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"type": "string", "pattern": "x"}}},
        {"type": "object", "properties": {"a": {"type": ["string", "odd"]}}},
        {"type": "object", "properties": {"a": {"type": []}}},
        {"type": "object", "properties": {"a": {}}},
        {"type": "object", "properties": {}, "additionalProperties": True},
    ],
    ids=["keyword", "odd-type", "no-types", "no-type", "open"],
)
def test_a_declaration_that_is_not_checked_here_is_an_error(schema: JsonObject) -> None:
    with pytest.raises(ValueError, match="not checked here"):
        check_arguments(_spec(schema), {"a": "x"})


@pytest.mark.parametrize(
    ("schema", "value", "problem"),
    [
        ({"type": ["string", "null"]}, None, ""),
        ({"type": ["string", "null"]}, "x", ""),
        ({"type": ["string", "null"]}, 5, "data: must be string or null, got 5"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, {"a": 1, "b": 2.5}, ""),
        ({"type": "object", "additionalProperties": {"type": "number"}}, {"a": "1"}, "data.a: must be number, got '1'"),
        ({"type": "object"}, {"a": 1}, "data.a: unknown field; known: none"),
    ],
)
def test_results_are_checked_by_the_same_rules(schema: JsonObject, value: object, problem: str) -> None:
    assert check_value(schema, value, "data") == problem
