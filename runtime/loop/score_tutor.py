"""What a tutoring episode was worth."""

from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState


def score_tutor(sample: TutorSample, state: AgentState, answer: JsonObject, was_told: bool) -> dict[str, float]:
    """Return scores in 0-1.

    learned: the student ended right without having been told. success: learned and a coherent end, or refused where the
    case asks for it. answer_correct: the solver's letter, only where it answered.
    """
    learned = state.student.performance == "correct" and not was_told
    if sample.expect == "refuse":
        success = state.terminal == "refused"
    else:
        success = learned and state.terminal in {"answered", "responded"}
    scores = {"success": float(success), "learned": float(learned), "told": float(was_told)}
    if answer.get("status") == "answer":
        scores["answer_correct"] = float(answer.get("answer") == sample.answer)
    return scores
