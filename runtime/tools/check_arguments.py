"""Arguments and results against a tool's JSON Schema: a small, strict subset, so that nothing is coerced.

Checked: type (one, or a list of them), enum, required, properties, additionalProperties (false, which is the default,
or a schema for the values), minimum, maximum, items, minItems, maxItems, minLength, maxLength. `description`, `title`
and `default` say something to the model and are not checked. Any other keyword in a declaration is a ValueError: a
rule nobody checks would look like one that holds.
"""

import math
from collections.abc import Mapping

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolSpec

_CHECKED = frozenset(
    {
        "type",
        "enum",
        "required",
        "properties",
        "additionalProperties",
        "minimum",
        "maximum",
        "items",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
    }
)
_WORDS_ONLY = frozenset({"description", "title", "default"})
_MAX_SHOWN = 60


def check_arguments(spec: ToolSpec, arguments: JsonObject) -> str:
    """Return an empty string when `arguments` fit the tool's schema, else the first problem, naming the field.

    A boolean is not a number; NaN, infinity and integers too large for a float are refused.
    Raises: ValueError when the declaration uses a keyword that is not checked here.
    """
    return _problem(spec.arguments, arguments, "")


def check_value(schema: Mapping[str, object], value: object, name: str) -> str:
    """Return an empty string when `value` fits `schema`, else the first problem; `name` says what the value is.

    Raises: ValueError as `check_arguments`.
    """
    return _problem(schema, value, name)


def _problem(schema: Mapping[str, object], value: object, where: str) -> str:
    unknown = sorted(set(schema) - _CHECKED - _WORDS_ONLY)
    others = schema.get("additionalProperties", False)
    if unknown or not (others is False or isinstance(others, Mapping)):
        raise ValueError(f"schema of {where or 'the tool'}: {unknown or 'additionalProperties'} is not checked here")
    wrong = _wrong_type(schema.get("type"), value)
    if wrong:
        return f"{where or 'arguments'}: {wrong}"
    options = schema.get("enum")
    if isinstance(options, list | tuple) and value not in options:
        return f"{where}: {_shown(value)} is not one of {', '.join(map(str, options))}"
    if isinstance(value, Mapping):
        return _object_problem(schema, value, where)
    if isinstance(value, list | tuple):
        return _array_problem(schema, value, where)
    if isinstance(value, str):
        return _bounds(schema, len(value), where, ("minLength", "maxLength"), "characters")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _bounds(schema, value, where, ("minimum", "maximum"), "")
    return ""


def _wrong_type(kind: object, value: object) -> str:
    """What is wrong with the type of `value`, or an empty string."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    fits = {
        "object": isinstance(value, Mapping),
        "array": isinstance(value, list | tuple),
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "number": is_number,
        "null": value is None,
    }
    kinds = [str(one) for one in kind] if isinstance(kind, list | tuple) else [str(kind)]
    if not kinds or not set(kinds) <= set(fits):
        raise ValueError(f"schema type {kind!r} is not checked here")
    if not any(fits[one] for one in kinds):
        return f"must be {' or '.join(kinds)}, got {_shown(value)}"
    if is_number and not _is_finite(value):
        return "must be a finite number"
    return ""


def _is_finite(value: object) -> bool:
    try:
        return isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:
        return False


def _object_problem(schema: Mapping[str, object], value: Mapping[str, object], where: str) -> str:
    properties = schema.get("properties")
    fields = properties if isinstance(properties, Mapping) else {}
    required = schema.get("required")
    for name in required if isinstance(required, list | tuple) else ():
        if name not in value:
            return f"{_path(where, str(name))}: missing"
    others = schema.get("additionalProperties")
    for name, item in value.items():
        field = fields.get(name, others)
        if not isinstance(field, Mapping):
            return f"{_path(where, str(name))}: unknown field; known: {', '.join(fields) or 'none'}"
        problem = _problem(field, item, _path(where, str(name)))
        if problem:
            return problem
    return ""


def _array_problem(schema: Mapping[str, object], value: list[object] | tuple[object, ...], where: str) -> str:
    problem = _bounds(schema, len(value), where, ("minItems", "maxItems"), "items")
    items = schema.get("items")
    if problem or not isinstance(items, Mapping):
        return problem
    problems = (_problem(items, item, f"{where}[{index}]") for index, item in enumerate(value))
    return next((found for found in problems if found), "")


def _bounds(schema: Mapping[str, object], size: float, where: str, names: tuple[str, str], unit: str) -> str:
    low, high = (schema.get(name) for name in names)
    words = f" {unit}" if unit else ""
    if isinstance(low, int | float) and size < low:
        return f"{where}: {size}{words} is below the least, {low}"
    if isinstance(high, int | float) and size > high:
        return f"{where}: {size}{words} is above the most, {high}"
    return ""


def _path(where: str, name: str) -> str:
    return f"{where}.{name[:_MAX_SHOWN]}" if where else name[:_MAX_SHOWN]


def _shown(value: object) -> str:
    """A value cut short. Whole numbers may have more digits than Python converts to text."""
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a very large whole number"
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."
