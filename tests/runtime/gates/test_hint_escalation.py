"""Hints go up one by one, may be put in other words once, and do not go round in circles."""

import pytest

from runtime.contracts.action import Action
from runtime.contracts.state import AgentState, StudentState
from runtime.gates.hint_escalation import hint_escalation
from runtime.gates.pedagogy import hint_text
from runtime.state.transitions import with_response
from tests.runtime.builders import SAMPLE, state, tool_request, view


def _after(*levels: int) -> AgentState:
    now = state()
    for level in levels:
        now = with_response(now, Action("HINT", text="Look.", hint_level=level))
    return now


@pytest.mark.parametrize(
    ("given", "wanted", "instead"),
    [
        ((), 1, 0),
        ((), 2, 1),
        ((), 3, 1),
        ((1,), 2, 0),
        ((1,), 3, 2),
        ((1,), 1, 0),
        ((1, 1), 1, 2),
        ((1, 1), 2, 0),
        ((1, 2), 1, 0),
        ((1, 2, 1), 2, 3),
        ((1, 2, 3), 3, 0),
        ((1, 2, 3, 3), 3, 0),
        ((1, 2, 3, 3, 3), 1, 0),
    ],
    ids=str,
)
def test_the_hint_that_may_come_next(given: tuple[int, ...], wanted: int, instead: int) -> None:
    verdict = hint_escalation(Action("HINT", text="Words.", hint_level=wanted), view(_after(*given)))
    assert (verdict is not None) is bool(instead)
    if verdict is not None:
        assert verdict.action == Action("HINT", text=hint_text(SAMPLE, instead), hint_level=instead)
        assert verdict.decision == "convert"
        assert f"hint {instead} instead" in verdict.reason


def test_only_hints_have_a_level() -> None:
    now = view(state(StudentState(hint_level=1, hints_at_level=5)))
    assert hint_escalation(Action("QUIZ", text="Which?"), now) is None
    assert hint_escalation(tool_request("zoom"), now) is None
