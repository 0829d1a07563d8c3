"""The declared fields of one line: every one at its value or its default, and nothing that was not declared."""

import copy
import math
from collections.abc import Iterable, Mapping

from runtime.agents.own.faults import AgentFaultError
from runtime.contracts.condition_context import ContextField, default_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.rules.problem import did_you_mean

# Conditions count with 64 bits.
_LARGEST = 2**63
_MAX_TEXTS = 10_000


def declared_values(root: str, given: Mapping[str, object], fields: Iterable[ContextField]) -> JsonObject:
    """Return the declared fields of `root` ("action" or "state"), nested as their paths say.

    Raises: AgentFaultError (protocol) for a field that is not declared, or a value that is not of its type.
    """
    table = {field.path: field for field in fields if field.path.startswith(f"{root}.")}
    out = as_object(default_context(table.values()).get(root, {}))
    _fill(out, given, root, table)
    return out


def _fill(out: JsonObject, given: Mapping[str, object], path: str, table: Mapping[str, ContextField]) -> None:
    for key, value in given.items():
        where = f"{path}.{key}"
        field = table.get(where)
        if field is not None:
            out[key] = _checked(value, field)
        elif isinstance(out.get(key), dict):
            if not isinstance(value, dict):
                raise _fault(f"{where} must be an object with {_names_below(where, table)}, not {_kind(value)}")
            below = copy.copy(as_object(out[key]))
            out[key] = below
            _fill(below, value, where, table)
        else:
            remedy = did_you_mean(where[:120], table) if table else "none is declared"
            raise _fault(f"{where[:120]} is not declared; add it to own_agent.fields in ace.yaml ({remedy})")


def _names_below(path: str, table: Mapping[str, ContextField]) -> str:
    return ", ".join(one for one in table if one.startswith(f"{path}."))


def _checked(value: object, field: ContextField) -> object:
    """Return the value as the field has it. Raises: AgentFaultError."""
    if not _fits(value, field.default):
        raise _fault(f"{field.path} is {_kind(value)}, and its default says {_kind(field.default)}")
    texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    if len(texts) > _MAX_TEXTS:
        raise _fault(f"{field.path} has {len(texts)} texts; {_MAX_TEXTS} are the most")
    odd = next((text for text in texts if field.choices and text not in field.choices), None)
    if odd is not None:
        raise _fault(f"{field.path} is {odd[:60]!r}, none of its choices ({', '.join(field.choices)[:200]})")
    # A condition would find a whole number of another type than the fractions it is compared with.
    is_fraction = isinstance(field.default, float) and isinstance(value, int)
    return float(value) if is_fraction and isinstance(value, int) else value


def _fits(value: object, default: object) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, float):
        return isinstance(value, int | float) and abs(value) < 1e300 and math.isfinite(value)
    if isinstance(default, int):
        return isinstance(value, int) and -_LARGEST <= value < _LARGEST
    if isinstance(default, list):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str)


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "a text"),
    (list, "a list of texts"),
    (dict, "an object"),
)


def _kind(value: object) -> str:
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        return "a list of something else than texts"
    if isinstance(value, int) and not isinstance(value, bool) and not -_LARGEST <= value < _LARGEST:
        return "a number of more than 64 bits"
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "nothing (null)")


def _fault(message: str) -> AgentFaultError:
    return AgentFaultError("protocol", message)
