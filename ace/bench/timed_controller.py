"""A controller that counts what is spent inside another, so that the rest is our own."""

import time

from runtime.contracts.ports import Controller, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.prompts.prefix import prefix_share


class TimedController:
    """Passes on to `inner`. `seconds` is the time spent in it, `calls` how often it was asked.

    With `keeps_prompts`, `shares` holds for every second and later decision of an episode which share of its prompt
    was the same, from the start, as that of the decision before it (0-1). One episode at a time then.
    """

    def __init__(self, inner: Controller, keeps_prompts: bool = False) -> None:
        self._inner = inner
        self._keeps = keeps_prompts
        self._last: ModelRequest | None = None
        self.seconds = 0.0
        self.calls = 0
        self.shares: list[float] = []

    @property
    def info(self) -> ControllerInfo:
        """Who is asked."""
        return self._inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the inner answer. Raises: what the inner controller raises."""
        if self._keeps and request.purpose == "decide":
            self._compare(request)
        started = time.perf_counter()
        try:
            return await self._inner.complete(request)
        finally:
            self.seconds += time.perf_counter() - started
            self.calls += 1

    def _compare(self, request: ModelRequest) -> None:
        if request.step > 0 and self._last is not None:
            self.shares.append(prefix_share(self._last.messages, request.messages))
        self._last = request
