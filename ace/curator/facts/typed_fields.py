"""The fields of a decision that strangers cannot write into: flags, numbers, and texts of a known list. Pure."""

import re
from collections.abc import Mapping, Sequence

from ace.curator.checks.check import NOT_FOR_RULES
from runtime.contracts.condition_context import ContextField, Scalar
from runtime.contracts.json_types import JsonObject

OTHER = "other"
MAX_NUMBER = 10**9
# A tool's name, where the agent documents no list of them: an identifier, never a sentence.
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,23}", re.ASCII)
_NAMES = ("action.name", "action.kind")


def typed_fields(context: JsonObject, fields: Sequence[ContextField]) -> dict[str, Scalar]:
    """Return the values at the documented fields of `context` that hold no free text, in the table's order.

    Texts come only where the field documents its choices and the value is one of them, lists cut down to such
    elements. What is missing, of another type, or names the sample is left out.
    """
    out: dict[str, Scalar] = {}
    for field in fields:
        value = None if field.path in NOT_FOR_RULES else _typed(_at(context, field.path), field)
        if value is not None:
            out[field.path] = value
    return out


def action_name(context: JsonObject, fields: Sequence[ContextField]) -> str:
    """Return what was decided: a tool or action by name, or `other` for what is no name of this agent's.

    Where the agent documents no names, one of at most 24 letters, digits, dots, hyphens and underscores counts as one.
    """
    for path in _NAMES:
        value = _at(context, path)
        choices = next((field.choices for field in fields if field.path == path), ())
        if isinstance(value, str) and (value in choices if choices else _IDENTIFIER.fullmatch(value)):
            return value
    return OTHER


def likeness(left: JsonObject, right: JsonObject, fields: Sequence[ContextField]) -> float:
    """Return how alike two situations are: 0-1, the mean over the documented fields of state and episode.

    A field counts 1 where it is equal, a list by the share of what either holds (Jaccard).
    """
    paths = [field.path for field in fields if not field.path.startswith("action.") and field.path not in NOT_FOR_RULES]
    scores = [_alike(_at(left, path), _at(right, path)) for path in paths]
    return sum(scores) / len(scores) if scores else 0.0


def _typed(value: object, field: ContextField) -> Scalar | None:
    default, choices = field.default, field.choices
    if isinstance(default, bool):
        return value if isinstance(value, bool) else None
    if isinstance(default, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        # Neither infinity nor NaN is at most a number.
        return round(value, 3) if abs(value) <= MAX_NUMBER else None
    if isinstance(default, list) and isinstance(value, list):
        return [item for item in value if item in choices] if choices else None
    return value if isinstance(value, str) and value in choices else None


def _alike(left: object, right: object) -> float:
    if isinstance(left, list) and isinstance(right, list):
        one, two = {str(item) for item in left}, {str(item) for item in right}
        return len(one & two) / len(one | two) if one | two else 1.0
    return float(left == right)


def _at(context: Mapping[str, object], path: str) -> object:
    value: object = context
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
