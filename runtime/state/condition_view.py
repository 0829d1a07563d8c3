"""What rule conditions see of a decision, built from the state and the proposal (documented in condition_context)."""

from runtime.contracts.action import RESPONSES, Action
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.tool_call import RETRYABLE
from runtime.state.answer_open import is_answer_open
from runtime.state.repeats import count_repeats
from runtime.words.leak import NOTHING_KNOWN, Known, leak_reason, named_options
from runtime.words.safety_text import unsafe_reason

OBSERVING_TOOLS = frozenset({"image_findings", "zoom", "enhance", "segment", "ocr"})


def episode_view(sample: TutorSample) -> JsonObject:
    """Return the `episode` variable."""
    return {
        "sample": sample.id,
        "tags": list(sample.tags),
        "modality": sample.modality,
        "organ": sample.organ,
        "unsafe_request": bool(unsafe_reason(sample.opening)),
    }


def state_view(state: AgentState) -> JsonObject:
    """Return the `state` variable: what had happened before the decision."""
    cards = state.tool_results
    last = cards[-1] if cards else None
    student = state.student
    return {
        "step": state.spent.steps,
        "retrieval": {
            "queried": state.retrieval.queried,
            "hits": len(state.retrieval.hits),
            "confidence": state.retrieval.confidence,
        },
        "tools": {
            "called": [card.name for card in cards],
            "last": last.name if last else "",
            "last_ok": last.ok if last else True,
            "last_error": str(last.error_class or "") if last else "",
            "failed": sorted({card.name for card in cards if not card.ok}),
        },
        "image": {"present": bool(state.image_ref), "observed": is_observed(state)},
        "student": {
            "level": student.level,
            "attempts": student.attempts,
            "performance": student.performance,
            "consecutive_wrong": student.consecutive_wrong,
            "hint_level": student.hint_level,
            "misconceptions": len(student.misconceptions),
        },
        "answer_open": is_answer_open(state),
        "errors": len(state.errors),
    }


def is_observed(state: AgentState) -> bool:
    """True when a tool has looked at the image and worked."""
    return any(card.ok and card.name in OBSERVING_TOOLS for card in state.tool_results)


def is_unsafe_now(state: AgentState) -> bool:
    """True when the student's latest message is about a real patient, dosing or an emergency."""
    said = [message.text for message in state.messages if message.speaker == "student"]
    return bool(said) and bool(unsafe_reason(said[-1]))


def action_view(action: Action, state: AgentState, sample: TutorSample) -> JsonObject:
    """Return the `action` variable of a proposal."""
    return {
        "kind": action.kind,
        "name": action.name,
        "text": action.text,
        "arguments": dict(action.arguments),
        "hint_level": action.hint_level,
        "repeats": repeats_of(action, state),
        "leaks_answer": bool(leak_in(action, sample, said_so_far(state, sample))),
        "names_option": action.kind in RESPONSES and bool(named_options(action.text, sample.options)),
    }


def repeats_of(action: Action, state: AgentState) -> int:
    """Return how often the proposal was made before: alike tool calls, or responses in the same words."""
    if action.kind == "REQUEST_TOOL":
        # A call that timed out or met a failing server may be tried again: asking twice is no repeat there.
        passing = {card.call_id for card in state.tool_results if card.error_class in RETRYABLE}
        answered = [call for call in state.tool_calls if call.call_id not in passing]
        return count_repeats(action.tool, action.arguments, answered)
    if action.kind not in RESPONSES:
        return 0
    words = action.text.lower().split()
    said = (message.text for message in state.messages if message.speaker == "tutor")
    return sum(text.lower().split() == words for text in said)


def leak_in(action: Action, sample: TutorSample, known: Known = NOTHING_KNOWN) -> str:
    """Return how a response gives the answer away, or an empty string. `known`: what the student has read or said."""
    if action.kind not in RESPONSES:
        return ""
    return leak_reason(action.text, sample.answer, sample.options, sample.accepted, known)


def said_so_far(state: AgentState, sample: TutorSample) -> Known:
    """Return what the student has read or said: a number in it gives no free answer away by being there again."""
    said = (message.text for message in state.messages if message.speaker in {"student", "tutor"})
    return Known(sample.question, "\n".join(said))


def condition_context(action: Action, state: AgentState, sample: TutorSample) -> JsonObject:
    """Return the whole context of one decision: action, state, episode."""
    return {
        "action": action_view(action, state, sample),
        "state": state_view(state),
        "episode": episode_view(sample),
    }
