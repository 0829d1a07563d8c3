"""Chat messages as chat templates want them: who speaks alternates, after at most one message of instructions."""

from collections.abc import Sequence
from dataclasses import replace

from runtime.contracts.ports import ChatMessage


def alternating(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return `messages` with neighbours of one role joined by an empty line, their pictures in order.

    Templates such as Gemma's and Mistral's refuse two messages of one role in a row.
    """
    turns: list[ChatMessage] = []
    for message in messages:
        if turns and turns[-1].role == message.role:
            last = turns[-1]
            joined = f"{last.content}\n\n{message.content}"
            turns[-1] = replace(last, content=joined, images=last.images + message.images)
        else:
            turns.append(message)
    return tuple(turns)
