"""OTLP's JSON encoding of values: attributes of every kind, ids in hex or base64, times."""

import base64
import binascii
import math
from collections.abc import Callable, Mapping

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.json_kind import json_kind

MAX_DEPTH = 100


class BadValueError(ValueError):
    """A value that is none of OTLP's kinds, or not of the kind it says it is."""


def read_value(value: object, depth: int = 0) -> object:
    """Return what an AnyValue holds: text, bool, int, float, list, object, or None for an empty one.

    Bytes become text where they are UTF-8 and stay base64 where not. Raises: BadValueError.
    """
    if not isinstance(value, Mapping):
        raise BadValueError(f"a value is an object with one of stringValue, intValue ..., not {_kind(value)}")
    if depth > MAX_DEPTH:
        raise BadValueError(f"values nested deeper than {MAX_DEPTH} levels")
    given = [key for key in value if value[key] is not None]
    if not given:
        return None
    if len(given) > 1:
        raise BadValueError(f"a value of {len(given)} kinds at once: {', '.join(map(str, given[:4]))}")
    key = str(given[0])
    reader = _READERS.get(key)
    if reader is None:
        raise BadValueError(f"unknown kind of value {key!r}")
    return reader(value[key], depth)


def read_attributes(items: object, report: Callable[[str], None], depth: int = 0) -> JsonObject:
    """Return a list of attributes as an object; what cannot be read is left out, and `report` is told why."""
    out: JsonObject = {}
    if items is None:
        return out
    if not isinstance(items, list):
        report(f"attributes are a list of key and value, not {_kind(items)}")
        return out
    for item in items:
        key = item.get("key") if isinstance(item, Mapping) else None
        if not isinstance(key, str) or not key:
            report("an attribute without a key")
            continue
        if key in out:
            report(f"attribute {key!r} comes twice; the first one counts")
            continue
        try:
            out[key] = read_value(item.get("value", {}), depth)
        except BadValueError as exc:
            report(f"attribute {key!r}: {exc}")
    return out


def read_id(value: object) -> str:
    """Return an id in lower-case hex, given in hex or base64; other text as it is; empty for none and for all zeros."""
    if not isinstance(value, str) or not value.strip("0"):
        return ""
    if len(value) in (16, 32) and all(char in "0123456789abcdefABCDEF" for char in value):
        return value.lower()
    if len(value) in (12, 24) and value.endswith("="):
        try:
            return base64.b64decode(value, validate=True).hex().strip("0") and base64.b64decode(value).hex()
        except (binascii.Error, ValueError):
            return value
    return value


def read_nanoseconds(value: object) -> int | None:
    """Return a time in nanoseconds since 1970, given as a number or its text; None where it is neither, or 0."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        value = int(value)
    if isinstance(value, float) and math.isfinite(value):
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**64 else None


def _read_text(value: object, depth: int) -> object:
    if not isinstance(value, str):
        raise BadValueError(f"stringValue holds {_kind(value)}")
    return value


def _read_bool(value: object, depth: int) -> object:
    if not isinstance(value, bool):
        raise BadValueError(f"boolValue holds {_kind(value)}")
    return value


def _read_int(value: object, depth: int) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str | float):
        raise BadValueError(f"intValue holds {_kind(value)}")
    try:
        number = int(value)
    except (ValueError, OverflowError):
        raise BadValueError(f"intValue holds {str(value)[:40]!r}") from None
    if number != value and not isinstance(value, str):
        raise BadValueError(f"intValue holds the fraction {value!r}")
    return number


def _read_double(value: object, depth: int) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str | float):
        raise BadValueError(f"doubleValue holds {_kind(value)}")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        raise BadValueError(f"doubleValue holds {str(value)[:40]!r}") from None
    if not math.isfinite(number):
        raise BadValueError(f"doubleValue is {number}, no number that can be counted with")
    return number


def _read_list(value: object, depth: int) -> object:
    items = value.get("values", []) if isinstance(value, Mapping) else None
    if not isinstance(items, list):
        raise BadValueError("arrayValue holds no list of values")
    return [read_value(item, depth + 1) for item in items]


def _read_object(value: object, depth: int) -> object:
    items = value.get("values", []) if isinstance(value, Mapping) else None
    if not isinstance(items, list):
        raise BadValueError("kvlistValue holds no list of keys and values")
    problems: list[str] = []
    if depth >= MAX_DEPTH:
        raise BadValueError(f"values nested deeper than {MAX_DEPTH} levels")
    out = read_attributes(items, problems.append, depth + 1)
    if problems:
        raise BadValueError(f"in kvlistValue: {problems[0]}")
    return out


def _read_bytes(value: object, depth: int) -> object:
    if not isinstance(value, str):
        raise BadValueError(f"bytesValue holds {_kind(value)}")
    try:
        return base64.b64decode(value, validate=True).decode("utf-8")
    except UnicodeDecodeError:
        return value
    except (binascii.Error, ValueError):
        raise BadValueError("bytesValue is not base64") from None


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a JSON {json_kind(value)}"


_READERS: Mapping[str, Callable[[object, int], object]] = {
    "stringValue": _read_text,
    "boolValue": _read_bool,
    "intValue": _read_int,
    "doubleValue": _read_double,
    "arrayValue": _read_list,
    "kvlistValue": _read_object,
    "bytesValue": _read_bytes,
    "string_value": _read_text,
    "bool_value": _read_bool,
    "int_value": _read_int,
    "double_value": _read_double,
    "array_value": _read_list,
    "kvlist_value": _read_object,
    "bytes_value": _read_bytes,
}
