"""What the agent did between two words of the user: the unit in which a person can still step in."""

from typing import NamedTuple

from analyzers.detectors.tool_agent.dialogue import Dialogue, Turn


class Stretch(NamedTuple):
    """One user turn and all that followed until the next.

    `asked`: the agent's last words before it. `user` is None for what came before the user said anything. `last`: the
    last thing the agent said or did. `changes`: the calls that change something, whether they worked or not.
    """

    user: Turn | None
    asked: Turn | None
    last: Turn | None
    changes: tuple[Turn, ...]


def stretches_of(dialogue: Dialogue) -> tuple[Stretch, ...]:
    """Return the dialogue cut at every user turn, in order."""
    found: list[Stretch] = []
    user: Turn | None = None
    asked: Turn | None = None
    last: Turn | None = None
    said: Turn | None = None
    changes: list[Turn] = []
    for turn in dialogue.turns:
        if turn.kind == "user":
            found.append(Stretch(user, asked, last, tuple(changes)))
            user, asked, last, said, changes = turn, said, None, None, []
        elif turn.kind == "agent":
            last = said = turn
        elif turn.call is not None:
            last = turn
            if turn.call.effect == "write":
                changes.append(turn)
    found.append(Stretch(user, asked, last, tuple(changes)))
    return tuple(found)
