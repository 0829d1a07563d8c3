"""Closing controllers and agents: some hold connections or worker processes, most hold nothing."""

from typing import Protocol, runtime_checkable

from runtime.contracts.ports import AgentUnderTest, Controller


@runtime_checkable
class Closable(Protocol):
    """A controller or an agent that holds something open."""

    async def aclose(self) -> None:
        """Let it go."""
        ...


async def close(part: object) -> None:
    """Close `part` (a controller, an agent, a tool caller) when it holds something open.

    Call it in the event loop that used the part.
    """
    if isinstance(part, Closable):
        await part.aclose()


async def close_controller(controller: Controller | AgentUnderTest) -> None:
    """Close a controller or an agent when it holds something open."""
    await close(controller)
