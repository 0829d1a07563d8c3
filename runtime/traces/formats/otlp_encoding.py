"""Values, attributes and spans in OTLP's JSON encoding."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runtime.contracts.json_types import JsonObject

INTERNAL, CLIENT = 1, 3
OK, ERROR = 1, 2


@dataclass(frozen=True)
class OutSpan:
    """One span to be written. Times are nanoseconds since 1970; `error` empty: it went well."""

    trace_id: str
    span_id: str
    parent_id: str
    name: str
    kind: int
    start: int
    end: int
    attributes: Mapping[str, object]
    events: tuple[JsonObject, ...] = field(default=())
    error: str = ""

    def to_json(self) -> JsonObject:
        """Return the span as OTLP-JSON; attributes that are None or an empty text are left out."""
        out: JsonObject = {"traceId": self.trace_id, "spanId": self.span_id}
        if self.parent_id:
            out["parentSpanId"] = self.parent_id
        out |= {
            "name": self.name,
            "kind": self.kind,
            "startTimeUnixNano": str(self.start),
            "endTimeUnixNano": str(self.end),
            "attributes": encode_attributes(self.attributes),
        }
        if self.events:
            out["events"] = list(self.events)
        out["status"] = {"code": ERROR, "message": self.error} if self.error else {"code": OK}
        return out


def encode_attributes(attributes: Mapping[str, object]) -> list[JsonObject]:
    """Return attributes as OTLP's list of keys and values, without those that are None or an empty text."""
    return [{"key": key, "value": encode_value(value)} for key, value in attributes.items() if value not in (None, "")]


def encode_value(value: object) -> JsonObject:
    """Return a text, number, truth, list of them or object as an AnyValue. Raises: TypeError for anything else.

    A number that is not finite, or an integer of more than 64 bits, is written as text.
    """
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)} if -(2**63) <= value < 2**63 else {"stringValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value} if math.isfinite(value) else {"stringValue": str(value)}
    if isinstance(value, Mapping):
        return {"kvlistValue": {"values": encode_attributes(value)}}
    if isinstance(value, Sequence):
        return {"arrayValue": {"values": [encode_value(item) for item in value]}}
    raise TypeError(f"a {type(value).__name__} is no attribute's value")


def encode_event(name: str, time: int, attributes: Mapping[str, object]) -> JsonObject:
    """Return an event of a span."""
    return {"name": name, "timeUnixNano": str(time), "attributes": encode_attributes(attributes)}


def made_id(text: str, digits: int) -> str:
    """Return `digits` hex digits that are always the same for `text`, never all zeros."""
    found = hashlib.sha256(text.encode()).hexdigest()[:digits]
    return found if found.strip("0") else "1".rjust(digits, "0")
