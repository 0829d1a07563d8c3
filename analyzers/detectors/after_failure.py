"""What a proposal does about the tool failure right before it; shared by the detectors that must not say it twice."""

from analyzers.detectors.reading import count, flag, position_of, proposed_arguments, proposed_tool
from runtime.contracts.tool_call import RETRYABLE, ToolCard
from runtime.contracts.trace_event import Episode, Step

# No other arguments can help against these: the same tool again is the same mistake.
HOPELESS = frozenset({"missing_dependency", "permission_denied", "unknown_tool"})
LOCAL_SEARCH = "retrieve"


def failed_before(episode: Episode, step: Step) -> ToolCard | None:
    """Return the failed call of the decision right before `step`, None when there was none or it worked."""
    position = position_of(episode, step)
    card = episode.steps[position - 1].card if position > 0 else None
    return None if card is None or card.ok else card


def is_fair_retry(episode: Episode, step: Step) -> bool:
    """Return True when `step` asks once more what has just timed out or hit a failing server."""
    card = failed_before(episode, step)
    return card is not None and card.error_class in RETRYABLE and (count(step, "action.repeats") or 0) <= 1


def repeats_failed_call(episode: Episode, step: Step) -> bool:
    """Return True when `step` makes the call that has just failed again, and not as a fair retry."""
    card = failed_before(episode, step)
    if card is None or proposed_tool(step) != card.name or is_fair_retry(episode, step):
        return False
    is_alike = proposed_arguments(step) == card.arguments or (count(step, "action.repeats") or 0) > 0
    return is_alike or card.error_class in HOPELESS


def has_evidence(episode: Episode, step: Step) -> bool | None:
    """Return whether the index gave something or the image was looked at before `step`; None when unrecorded."""
    earlier = episode.steps[: position_of(episode, step)]
    if any(one.card is not None and one.card.ok and one.card.name == LOCAL_SEARCH for one in earlier):
        return True
    return flag(step, "state.image.observed")
