"""Whether the answer may be told by now. Pure."""

from runtime.contracts.action import MAX_HINT_LEVEL
from runtime.contracts.state import AgentState


def is_answer_open(state: AgentState) -> bool:
    """True when the reveal gate would let the answer through: tried, and right or at the last hint."""
    student = state.student
    return student.attempts > 0 and (student.performance == "correct" or student.hint_level >= MAX_HINT_LEVEL)
