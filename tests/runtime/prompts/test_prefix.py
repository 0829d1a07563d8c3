"""How much of a prompt the one before it began with."""

import pytest

from runtime.contracts.ports import ChatMessage
from runtime.prompts.prefix import prefix_share

SYSTEM = ChatMessage("system", "s" * 94)
ASKED = ChatMessage("user", "a" * 96)
FILM = ChatMessage("user", "a" * 96, (b"film",))


@pytest.mark.parametrize(
    ("previous", "current", "share"),
    [
        ((SYSTEM, ASKED), (SYSTEM, ASKED), 1.0),
        ((SYSTEM, ASKED), (SYSTEM, ASKED, ChatMessage("user", "b" * 196)), 0.5),
        ((SYSTEM, ASKED), (SYSTEM, ChatMessage("user", "a" * 46 + "b" * 50)), 0.75),
        ((SYSTEM, ASKED), (SYSTEM, ChatMessage("assistant", "a" * 91)), 0.5),
        ((SYSTEM, ASKED), (ChatMessage("system", "t" * 94), ASKED), 6 / 200),
        ((SYSTEM, FILM), (SYSTEM, FILM), 1.0),
        ((SYSTEM, ASKED), (SYSTEM, FILM), 0.5),
        ((SYSTEM, ASKED), (SYSTEM,), 1.0),
        ((), (SYSTEM,), 0.0),
        ((SYSTEM,), (), 0.0),
    ],
    ids=["same", "grown", "last line", "role", "instructions", "picture", "new picture", "cut", "first", "none"],
)
def test_the_share_ends_at_the_first_difference(
    previous: tuple[ChatMessage, ...], current: tuple[ChatMessage, ...], share: float
) -> None:
    assert prefix_share(previous, current) == pytest.approx(share)
