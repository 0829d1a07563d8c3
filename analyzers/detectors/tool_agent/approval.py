"""Whether the agent is told to ask before it changes anything, and whether it has."""

import re
from collections.abc import Sequence
from functools import lru_cache

from analyzers.detectors.tool_agent.dialogue import Call, Turn
from analyzers.detectors.tool_agent.stretches import Stretch
from analyzers.detectors.tool_agent.wording import agrees, asks_approval

_ASKING = ("confirm", "consent", "approv", "permission", " yes", "agree")
_FIRST = ("before", "prior to", "proceed", "first", "until", "without", "unless")
# "Yes" or "go ahead" in so many words; a mere "sure" may answer anything.
_PLAIN_YES = re.compile(r"\b(?:yes|yeah|yep|proceed|go ahead|please do|i confirm|do it)\b")
_WHETHER = re.compile(r"\b(?:proceed|confirm|go ahead|shall i|should i|may i|would you like (?:me )?to)\b")
_DETAIL = re.compile(
    r"\b(?:provide|let me know|could you|can you|which|what|prefer|would you like|confirm|need|specify)\b"
)
_SECOND_THOUGHTS = re.compile(
    r"\?|\b(?:wait|hold on|actually|instead|changed my mind|stop|not yet|never ?mind|first)\b"
    r"|n['’]t (?:want|do|proceed)\b"
)
# More fields than this that differ make it another change.
_MAX_CORRECTED = 1


@lru_cache(maxsize=64)
def must_ask(system: str) -> bool:
    """Return True when a line of the instructions wants the user's yes before something is done."""
    return any(
        any(word in line for word in _ASKING) and any(word in line for word in _FIRST)
        for line in system.lower().split("\n")
    )


def is_approved(stretch: Stretch) -> bool:
    """Return True when the user's last words say yes to a question of the agent whether to go on."""
    if stretch.user is None or stretch.asked is None:
        return False
    return agrees(stretch.user.low) and asks_approval(stretch.asked.low)


def approvals(stretches: Sequence[Stretch]) -> tuple[bool, ...]:
    """Return for each stretch whether its first change is approved: by the user's last words, or by an earlier yes.

    An earlier yes still holds when the user has only answered for a detail since, or when the change just agreed to
    failed and is made again.
    """
    held: list[bool] = []
    for place, stretch in enumerate(stretches):
        before = stretches[place - 1] if place else None
        is_held = before is not None and held[-1]
        held.append(
            is_approved(stretch)
            or (is_held and before is not None and (_answers(before, stretch) or _retries(before, stretch)))
        )
    return tuple(held)


def _answers(before: Stretch, stretch: Stretch) -> bool:
    """Return True when `before` was a plain yes that no change followed, and the user now names what was asked for."""
    if before.user is None or before.changes or stretch.user is None or stretch.asked is None:
        return False
    is_yes = _PLAIN_YES.search(before.user.low) and before.asked is not None and _WHETHER.search(before.asked.low)
    is_detail = _DETAIL.search(stretch.asked.low) and not _SECOND_THOUGHTS.search(stretch.user.low)
    return bool(is_yes and is_detail)


def _retries(before: Stretch, stretch: Stretch) -> bool:
    """Return True when the first change repeats the last of `before`, which failed; one argument may be put right."""
    if not before.changes or not stretch.changes or stretch.user is None:
        return False
    failed, again = _call(before.changes[-1]), _call(stretch.changes[0])
    if failed.ok is not False or failed.tool != again.tool or _SECOND_THOUGHTS.search(stretch.user.low):
        return False
    names = failed.arguments.keys() | again.arguments.keys()
    return sum(failed.arguments.get(name) != again.arguments.get(name) for name in names) <= _MAX_CORRECTED


def _call(turn: Turn) -> Call:
    if turn.call is None:
        raise ValueError("a stretch's changes hold a turn without a call")
    return turn.call
