"""What is spent in the controller is told apart from the rest."""

import asyncio

from ace.bench.timed_controller import TimedController
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo


class Slow:
    """Takes 20 ms."""

    @property
    def info(self) -> ControllerInfo:
        return ControllerInfo("slow", "slow", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        await asyncio.sleep(0.02)
        return ModelReply("{}")


def _request(step: int, *texts: str) -> ModelRequest:
    return ModelRequest(tuple(ChatMessage("user", text) for text in texts), {}, seed=0, step=step)


async def test_time_and_calls_are_counted() -> None:
    timed = TimedController(Slow())
    for step in range(3):
        await timed.complete(_request(step, "a"))
    assert timed.calls == 3
    assert timed.seconds >= 0.06
    assert timed.shares == []


async def test_the_shared_beginning_of_later_prompts_is_kept() -> None:
    timed = TimedController(Slow(), keeps_prompts=True)
    await timed.complete(_request(0, "the same", "first"))
    await timed.complete(_request(1, "the same", "other"))
    await timed.complete(_request(0, "another episode"))
    assert len(timed.shares) == 1
    assert 0.5 < timed.shares[0] < 0.9
