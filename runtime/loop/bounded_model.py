"""Models that may not take longer than the episode has: a call that hangs is cut off when the time is up."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.contracts.errors import BudgetSpentError
from runtime.contracts.ports import ChatMessage, Controller, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.loop.parts import EpisodeParts
from runtime.prompts.assemble import CHARS_PER_TOKEN

# Labels and the last line of a prompt, which are not counted when messages are fitted into the budget.
LABELS_TOKENS = 64


@dataclass(frozen=True)
class BoundedModel:
    """A controller whose calls end at `deadline`, a time of the running event loop, in seconds."""

    inner: Controller
    deadline: float
    budget: str

    @property
    def info(self) -> ControllerInfo:
        """Who is asked."""
        return self.inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's answer. Raises: BudgetSpentError when there is none in time; ModelError."""
        try:
            async with asyncio.timeout_at(self.deadline) as limit:
                return await self.inner.complete(request)
        except TimeoutError:
            if not limit.expired():
                raise
            raise BudgetSpentError(self.budget) from None


def refuse_overlong(messages: Sequence[ChatMessage], context_tokens: int) -> None:
    """Raise BudgetSpentError when a prompt is over the budget even with all left out that may be.

    Tokens are estimates, four characters each.
    """
    length = sum(len(message.content) for message in messages) // CHARS_PER_TOKEN
    if length > context_tokens + LABELS_TOKENS:
        raise BudgetSpentError(f"context tokens ({context_tokens}; the next prompt needs about {length})")


def within_seconds(parts: EpisodeParts) -> EpisodeParts:
    """Return the parts with both models bounded by the budget of seconds, counted from now, if there is one.

    Tools are not cut off with them: each has a limit of its own, and one that writes must not be left in doubt.
    """
    seconds = parts.budgets.seconds
    if seconds is None:
        return parts
    return replace(parts, controller=bounded(parts.controller, seconds), solver=bounded(parts.solver, seconds))


def bounded(controller: Controller, seconds: float | None) -> Controller:
    """Return `controller` with `seconds` from now on for all its calls together; itself where there is no limit."""
    if seconds is None:
        return controller
    return BoundedModel(controller, asyncio.get_running_loop().time() + seconds, f"seconds ({seconds:g})")
