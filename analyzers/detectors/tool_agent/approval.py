"""Whether the agent is told to ask before it changes anything, and whether it has."""

from functools import lru_cache

from analyzers.detectors.tool_agent.stretches import Stretch
from analyzers.detectors.tool_agent.wording import agrees, asks_approval

_ASKING = ("confirm", "consent", "approv", "permission", " yes", "agree")
_FIRST = ("before", "prior to", "proceed", "first", "until", "without", "unless")


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
