"""The state as JSON: for hashes, patches and replay. Wall time and durations are left out, so equal runs are equal."""

from dataclasses import asdict

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.state import AgentState


def snapshot(state: AgentState) -> JsonObject:
    """Return `state` as a JSON object without anything that differs between two equal runs."""
    out: JsonObject = asdict(state)
    spent = out["spent"]
    assert isinstance(spent, dict)
    for name in ("seconds", "cached_tokens"):  # what a server has cached is its business
        spent.pop(name, None)
    results = out["tool_results"]
    assert isinstance(results, tuple | list)
    out["tool_results"] = [_without_time(card) for card in results]
    for key in ("messages", "tool_calls", "artifacts", "errors"):
        value = out[key]
        assert isinstance(value, tuple | list)
        out[key] = list(value)
    return out


def _without_time(card: object) -> JsonObject:
    assert isinstance(card, dict)
    kept = {key: value for key, value in card.items() if key not in {"duration_ms", "is_replayed"}}
    kept["artifact_refs"] = list(card["artifact_refs"])
    return kept


def state_hash(shot: JsonObject) -> str:
    """Return 16 hex digits that name a snapshot."""
    return content_hash(_plain(shot), 16)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
