"""JSON as Python sees it, and the one canonical text form that hashes are taken of."""

import hashlib
import json
from collections.abc import Mapping
from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]


def canonical_json(value: object) -> str:
    """Return `value` as JSON with sorted keys, no spaces and no NaN; equal values give equal text.

    Raises: ValueError for NaN or infinity, TypeError for what JSON cannot hold.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def content_hash(value: object, length: int = 64) -> str:
    """Return the first `length` hex digits of the SHA-256 of `value`'s canonical JSON."""
    data = canonical_json(value).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:length]


def as_object(value: object) -> JsonObject:
    """Return `value` when it is a JSON object, an empty object otherwise."""
    return dict(value) if isinstance(value, Mapping) else {}
