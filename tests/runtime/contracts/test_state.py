"""The state is frozen, and two states share nothing that could change."""

import dataclasses

import pytest

from runtime.contracts.state import AgentState, Budgets


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        AgentState().route = "end"  # type: ignore[misc]


def test_states_share_no_notes() -> None:
    first = AgentState()
    first.notes["x"] = 1
    assert AgentState().notes == {}


def test_an_episode_is_bounded_unless_told_otherwise() -> None:
    budgets = Budgets()
    assert budgets.steps > budgets.tool_calls > 0
    assert budgets.seconds is not None
    assert budgets.cost_usd is None
