"""The state as JSON: for hashes, patches and replay. Wall time and durations are left out, so equal runs are equal."""

from dataclasses import asdict
from hashlib import sha256

import orjson

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.state import AgentState

HASH_DIGITS = 16


def snapshot(state: AgentState) -> JsonObject:
    """Return `state` as a JSON object without anything that differs between two equal runs."""
    out = _as_json(state)
    spent = out["spent"]
    assert isinstance(spent, dict)
    for name in ("seconds", "cached_tokens"):  # what a server has cached is its business
        spent.pop(name, None)
    results = out["tool_results"]
    assert isinstance(results, list)
    for card in results:
        card.pop("duration_ms", None)
        card.pop("is_replayed", None)
    return out


def state_hash(shot: JsonObject) -> str:
    """Return 16 hex digits that name a snapshot."""
    try:
        return sha256(orjson.dumps(shot, option=orjson.OPT_SORT_KEYS)).hexdigest()[:HASH_DIGITS]
    except TypeError:  # what `_as_json` keeps and orjson cannot write
        return content_hash(shot, HASH_DIGITS)


def _as_json(state: AgentState) -> JsonObject:
    """Plain JSON that shares nothing with the state. Integers over 64 bits and lone surrogates take the slow way."""
    try:
        out: JsonObject = orjson.loads(orjson.dumps(state))
    except TypeError:
        slow = _plain(asdict(state))
        assert isinstance(slow, dict)
        return slow
    return out


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
