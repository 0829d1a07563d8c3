"""How a session ended, in words; where the answer is known, the student is told the true one."""

from typing import NamedTuple

from runtime.contracts.sample import TutorSample
from runtime.contracts.trace_event import Outcome
from runtime.words.leak import leak_reason

MAX_SHOWN_CHARS = 200


class Ending(NamedTuple):
    """`spoken`: the tutor's last words (an answer or a refusal), or empty. `truth`: what corrects them, or empty."""

    spoken: str
    truth: str
    how: str


def ending(outcome: Outcome, last: str, case: TutorSample) -> Ending:
    """Return the last words and how the session ended. An answer that is known to be wrong is not spoken."""
    spoken = last if outcome.terminal in {"answered", "refused"} else ""
    reasons = {
        "answered": "The session ends with the answer.",
        "refused": "The session ends here: ACE teaches, it does not advise on real people.",
        "responded": "The session is over.",
        "insufficient_evidence": "The session ends: the tutor found too little evidence to give an answer.",
        "budget_spent": f"The session ends: {outcome.message}.",
        "parse_failure": "The session ends: the model gave nothing usable, three times in a row.",
        "awaiting_approval": "The session ends: a tool call waits for approval (`ace calls`).",
        "infrastructure_error": f"The session ends: {outcome.error or outcome.message}",
    }
    truth = ""
    if outcome.terminal == "answered":
        truth = _truth(outcome, case)
    elif outcome.terminal == "insufficient_evidence" and case.options and outcome.scores.get("learned"):
        truth = f"You had it right: {case.answer}) {case.answer_text.rstrip('.')}."
    if truth and case.options:
        spoken = ""
    return Ending(spoken, truth, reasons[outcome.terminal])


def _truth(outcome: Outcome, case: TutorSample) -> str:
    """Say the known answer where the tutor's own differs. The trace keeps the tutor's as it was."""
    own = " ".join(str(outcome.answer.get("answer", "")).split())[:MAX_SHOWN_CHARS]
    if not case.answer or own == case.answer:
        return ""
    if case.options:
        told = f"The right option is {case.answer}) {case.answer_text.rstrip('.')}; the tutor's own answer was {own}."
        if not outcome.scores.get("learned"):
            return told
        return f"{told} You had it right: in the record success 1 is about you, answer_correct 0 about the tutor."
    if leak_reason(f"{own} {outcome.answer.get('text', '')}", case.answer, {}, case.accepted):
        return ""
    return f"The answer given to ACE is: {case.answer}. The tutor's own answer was: {own or 'none'}."
