"""Closing controllers: some hold connections, most hold nothing."""

from typing import Protocol, runtime_checkable

from runtime.contracts.ports import Controller


@runtime_checkable
class Closable(Protocol):
    """A controller that holds something open."""

    async def aclose(self) -> None:
        """Let it go."""
        ...


async def close_controller(controller: Controller) -> None:
    """Close `controller` when it holds something open; call it in the event loop that used it."""
    if isinstance(controller, Closable):
        await controller.aclose()
