"""Events as JSON objects and back, checked against the contracts' dataclasses."""

import dataclasses
import functools
import json
import math
from collections.abc import Mapping

import orjson
from pydantic import TypeAdapter, ValidationError

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import SCHEMA_VERSION, Event, Header, Outcome, Step

# What the fastest JSON readers accept; a model can write arguments nested deeper than any of them.
MAX_DEPTH = 100
TOO_DEEP = f"[left out: more than {MAX_DEPTH} levels deep]"


class UnknownSchemaError(TraceError):
    """The log was written under another schema version: nothing in it can be trusted to mean what it says."""


def event_to_json(event: Event) -> JsonObject:
    """Return `event` as a JSON object with every field present and tuples as lists.

    What UTF-8 JSON cannot hold is made visible instead of dropped: lone surrogates become `\\udXXX`, NaN and infinity
    become the strings "nan", "inf", "-inf", and what lies deeper than 100 levels becomes a note.
    """
    out = plain(event)
    assert isinstance(out, dict)
    return out


def event_from_json(value: Mapping[str, object]) -> Event:
    """Return the event that `value` describes.

    Raises: UnknownSchemaError for a header of another schema version; TraceError for unknown, missing or ill-typed
    fields.
    """
    kind = value.get("type")
    if kind == "episode" and value.get("schema") != SCHEMA_VERSION:
        raise UnknownSchemaError(
            f"schema version {value.get('schema')!r} is not {SCHEMA_VERSION}, the one this program reads; "
            "read the log with the version that wrote it, or import it again"
        )
    adapter = _adapters().get(kind) if isinstance(kind, str) else None
    if adapter is None:
        raise TraceError(f"event type {kind!r} is not one of {', '.join(_adapters())}")
    try:
        return adapter.validate_python(dict(value), extra="forbid")
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise TraceError(f"{kind} event, field {where!r}: {first['msg']}") from exc


def encode_line(value: JsonObject) -> bytes:
    """Return `value` as one line of JSON with its newline. Raises: TraceError for what JSON cannot hold."""
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        pass  # integers over 64 bits: slower to write, and still numbers
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except (TypeError, ValueError) as exc:
        raise TraceError(f"an event of type {value.get('type')!r} cannot be written as JSON: {exc}") from exc


def decode_line(line: bytes) -> JsonObject:
    """Return the JSON object on `line`. Raises: TraceError when it is not one."""
    from pydantic_core import from_json  # unlike orjson it keeps integers over 64 bits exact

    try:
        value = from_json(line)
    except ValueError as exc:
        raise TraceError(f"not JSON: {exc}") from exc
    if not isinstance(value, dict):
        raise TraceError(f"a JSON {type(value).__name__} instead of an object")
    return value


def visible_text(text: str) -> str:
    """Return `text` with lone surrogates written out as `\\udXXX`."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def plain(value: object, depth: int = 0) -> object:
    """Return `value` as plain JSON: dataclasses and mappings as dicts, tuples as lists; see `event_to_json`."""
    if isinstance(value, str):
        return visible_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if value is None or isinstance(value, int):
        return value
    if depth > MAX_DEPTH:
        return TOO_DEEP
    if type(value) is dict:  # nearly all of an event; the checks below are ten times slower
        return {visible_text(str(key)): plain(item, depth + 1) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name), depth + 1) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {visible_text(str(key)): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    return value


@functools.cache
def _adapters() -> Mapping[str, TypeAdapter[Event]]:
    # Built on first use: making a validator takes longer than importing everything else here.
    return {"episode": TypeAdapter(Header), "step": TypeAdapter(Step), "outcome": TypeAdapter(Outcome)}
