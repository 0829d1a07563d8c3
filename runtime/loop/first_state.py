"""The state before the first decision: what the student said first, and how it is to be read."""

from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState, StudentState
from runtime.loop.parts import EpisodeParts
from runtime.state.transitions import start, with_opening_ideas, with_opening_turn


def first_state(opening: str, sample: TutorSample, parts: EpisodeParts) -> AgentState:
    """Return the state after the student's `opening`: as the record has it, or read now where a person speaks."""
    if parts.first_student is not None:
        return start(opening, sample.image, parts.first_student, parts.budgets)
    state = start(opening, sample.image, StudentState(level=sample.student.level), parts.budgets)
    state = with_opening_ideas(state, sample)
    return state if parts.read_opening is None else with_opening_turn(state, parts.read_opening(sample), sample)
