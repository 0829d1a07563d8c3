"""What a person's own agent can do wrong to its episode, by class."""

from typing import Literal, TypeAlias

from runtime.contracts.errors import RuntimeFault

FaultKind: TypeAlias = Literal["start", "exit", "timeout", "protocol", "agent", "server"]
MAX_WORDS = 2000


class AgentFaultError(RuntimeFault):
    """The episode could not be finished, and says nothing about how well the agent decides.

    start: it could not be started. exit: its process ended. timeout: it took too long. protocol: it sent what is no
    line of the protocol. agent: it said itself that it failed, or raised. server: its address did not answer as it
    should.
    """

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class EpisodeOverError(Exception):
    """The episode has ended without the agent: nothing that it still says is heard."""


def spoken(error: BaseException) -> str:
    """Return an exception as "Type: words", at most 2000 characters of it."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001  a stranger's exception may not even know its own words
        words = "its words cannot be had"
    return f"{type(error).__name__}: {words[:MAX_WORDS]}" if words else type(error).__name__
