"""What an episode of a person's own agent was worth, and its last words. Pure."""

from collections.abc import Mapping

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.messages import EndLine
from runtime.agents.own.request import opening_text
from runtime.agents.own.sample import OwnSample
from runtime.contracts.json_types import JsonObject

END = "(ended)"


def scores_of(end: EndLine, sample: OwnSample) -> dict[str, float]:
    """Return the scores: those the agent gives, and `success` in 0-1.

    Success is what the agent says of itself; where it says nothing, every key of the sample's `expected` must be the
    same in its answer. Raises: AgentFaultError (protocol) where neither says anything.
    """
    scores = dict(end.scores)
    if end.success is not None:
        scores["success"] = float(end.success)
    elif "success" in scores:
        if not 0 <= scores["success"] <= 1:
            raise AgentFaultError("protocol", f"scores.success is {scores['success']:g}; it must be 0-1")
    elif sample.expected:
        scores["success"] = float(has_expected(end.answer, sample.expected))
    else:
        raise AgentFaultError(
            "protocol",
            f"its `end` says no success, and sample {sample.id!r} expects nothing; give one of the two",
        )
    return scores


def has_expected(answer: JsonObject, expected: JsonObject) -> bool:
    """Return True when every key of `expected` has the same value in `answer`; 1 is the same as 1.0, not as true."""
    return all(key in answer and _is_same(answer[key], value) for key, value in expected.items())


def _is_same(one: object, other: object) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one == other


def closing_words(end: EndLine) -> str:
    """Return what the agent says at the end: its message and its answer, or that it ended."""
    return "\n".join(filter(None, (end.message, opening_text(end.answer)))) or END
