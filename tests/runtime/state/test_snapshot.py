"""A snapshot is JSON, and equal runs have equal ones."""

from dataclasses import replace

from runtime.contracts.json_types import canonical_json
from runtime.state.snapshot import snapshot, state_hash
from runtime.state.transitions import with_notice, with_retrieval, with_seconds, with_tool_result
from tests.runtime.builders import HITS, card, state


def test_wall_time_durations_and_replays_do_not_change_the_hash() -> None:
    slow = replace(card("zoom"), duration_ms=900.0, is_replayed=True)
    one = with_seconds(with_tool_result(state(), slow, "RESULT"), 12.5)
    other = with_seconds(with_tool_result(state(), card("zoom"), "RESULT"), 0.1)
    assert snapshot(one) == snapshot(other)
    assert state_hash(snapshot(one)) == state_hash(snapshot(other))


def test_what_a_server_has_cached_does_not_change_the_hash() -> None:
    cached = replace(state(), spent=replace(state().spent, cached_tokens=900))
    assert state_hash(snapshot(cached)) == state_hash(snapshot(state()))


def test_what_happened_changes_the_hash() -> None:
    before = state_hash(snapshot(state()))
    assert state_hash(snapshot(with_notice(state(), "x"))) != before
    assert state_hash(snapshot(with_retrieval(state(), HITS, "one", 0.5))) != before
    assert len(before) == 16


def test_a_snapshot_is_json_and_shares_nothing_with_the_state() -> None:
    arguments: dict[str, object] = {"box": [0, 0, 1, 1]}
    now = with_tool_result(state(), card("zoom", arguments=arguments), "RESULT")
    shot = snapshot(now)
    canonical_json(shot)
    arguments["box"] = "changed later"
    assert "changed later" not in canonical_json(shot)


def test_a_lone_surrogate_can_be_hashed() -> None:
    assert state_hash(snapshot(with_notice(state(), "\ud800")))
