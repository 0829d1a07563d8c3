"""What is wrong with a setting, in the words of the file instead of those of the library that checks it. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from runtime.rules.problem import did_you_mean, nearest

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Place: TypeAlias = tuple[int | str, ...]
_SECTION = "must hold settings below it, such as `name: value`"
_WORDS: Mapping[str, str] = {
    "tuple_type": "must be a list, such as [a, b]",
    "dict_type": _SECTION,
    "model_type": _SECTION,
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a number that is not infinite",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "path_type": "must be a path",
    "missing": "must be set",
}
# Pattern of a setting -> what it asks for.
_PATTERNS: Mapping[str, str] = {
    r"^https?://": "must begin with http:// or https://",
    r"^[A-Za-z_][A-Za-z0-9_]*$": "must be the name of an environment variable",
    r"^([A-Za-z_][A-Za-z0-9_]*)?$": "must be the name of an environment variable",
    r"^[a-z0-9][a-z0-9._-]{0,39}$": "must be 1 to 40 of a-z, 0-9, dot, dash and underscore, the first a-z or 0-9",
    r"^(auto|cpu|mps|cuda(:[0-9]{1,3})?)$": "must be auto, cpu, mps, cuda or cuda and a number, such as cuda:0",
    r"^[^<>\x00-\x1f]+$": "must be a name without <, > and control characters",
    r"^[^<>\x00-\x20]+$": "must be an address without <, > and spaces",
    r"^[^,\x00-\x1f\x7f]{1,50}$": "must be 1 to 50 characters without a comma",
    r"^[A-Za-z_][A-Za-z0-9_.-]*$": "must be a name of letters, digits, _, dot and dash that begins with a letter or _",
    r"^[A-Za-z0-9_][A-Za-z0-9._/-]*$": "must be the name of a git remote, such as origin",
}
# What the library calls each of several types that a value may have.
_TYPES: Mapping[str, str] = {
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "constrained-str": "text",
    "tuple[constrained-str, ...]": "a list of texts",
}
_KEYS: Mapping[str, str] = {"control.approvals": "side-effect class"}


def setting_problem(error: "ErrorDetails", known: Callable[[Place], Sequence[str]]) -> str:
    """Return what is wrong with a setting's value; `known` names the settings under a place."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "extra_forbidden":
        place = error["loc"]
        return f"no such setting; {did_you_mean(str(place[-1]), known(place[:-1]))}"
    if kind == "literal_error":
        return _choice_problem(error)
    if kind == "string_pattern_mismatch" and context.get("pattern") in _PATTERNS:
        return _PATTERNS[str(context["pattern"])]
    message = error["msg"].removeprefix("Value error, ")
    return _WORDS.get(kind) or re.sub(r"^(?:Input|String|List|Tuple|Dictionary) should ", "must ", message)


def one_a_value(errors: "Iterable[ErrorDetails]") -> "list[ErrorDetails]":
    """Return `errors` with one for each value that may have several types, instead of one for each type it has not.

    A default that was not made because something else is wrong is no error of its own.
    """
    groups: dict[Place, list[ErrorDetails]] = {}
    for number, error in enumerate(error for error in errors if error["type"] != "default_factory_not_called"):
        at = next((place for place, part in enumerate(error["loc"]) if part in _TYPES), None)
        # What is no such value stands alone, whatever else is wrong at its place.
        key: Place = (*error["loc"], "", number) if at is None else error["loc"][:at]
        groups.setdefault(key, []).append(error)
    return [_one_of(place, group) for place, group in groups.items()]


def _one_of(place: Place, group: "list[ErrorDetails]") -> "ErrorDetails":
    if not any(part in _TYPES for part in group[0]["loc"]):
        return group[0]
    # One whose type is right and whose value is not says more than that the other types are wrong.
    near = next((error for error in group if not error["type"].endswith("_type")), None)
    if near is not None:
        return {**near, "loc": place}
    names = dict.fromkeys(_TYPES[str(part)] for error in group for part in error["loc"] if part in _TYPES)
    return {**group[0], "loc": place, "type": "one_of", "msg": f"must be {_either(list(names))}"}


def key_problem(dotted: str, error: "ErrorDetails") -> str:
    """Return what is wrong with a name below the setting `dotted`, where only some names may stand."""
    name, options = str(error["loc"][-2]), _options(error)
    near = nearest(name, options)
    hint = f"did you mean `{near}`?" if near else f"use {_either(options)}"
    return f"{name!r} is no {_KEYS.get(dotted, 'such name')}; {hint}"


def _choice_problem(error: "ErrorDetails") -> str:
    given, options = error.get("input"), _options(error)
    near = nearest(given, options) if isinstance(given, str) else ""
    return f"must be {_either(options)}" + (f"; did you mean `{near}`?" if near else "")


def _options(error: "ErrorDetails") -> list[str]:
    expected = str(error.get("ctx", {}).get("expected", ""))
    return re.findall(r"'([^']*)'", expected) or re.split(r", | or ", expected)


def _either(options: Sequence[str]) -> str:
    return " or ".join(part for part in (", ".join(options[:-1]), options[-1]) if part)
