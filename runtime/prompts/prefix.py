"""How much of a prompt a server can take from its cache: the part that the prompt before it began with."""

from collections.abc import Sequence

from runtime.contracts.ports import ChatMessage


def prefix_share(previous: Sequence[ChatMessage], current: Sequence[ChatMessage]) -> float:
    """Return the share of `current` that `previous` begins with, 0-1; 0.0 for an empty prompt.

    Units: characters of role and text, which follow tokens closely (about four to one). A picture counts as nothing,
    and ends the common part where it differs.
    """
    total = sum(_length(message) for message in current)
    common = 0
    for before, now in zip(previous, current, strict=False):
        if before != now:
            return (common + _common_length(before, now)) / total if total else 0.0
        common += _length(now)
    return common / total if total else 0.0


def _length(message: ChatMessage) -> int:
    return len(message.role) + len(message.content)


def _common_length(before: ChatMessage, now: ChatMessage) -> int:
    """A role that differs, or pictures, which servers put before or after the text, leave nothing in common."""
    if before.role != now.role or before.images != now.images:
        return 0
    length = len(now.role)
    for one, other in zip(before.content, now.content, strict=False):
        if one != other:
            return length
        length += 1
    return length
