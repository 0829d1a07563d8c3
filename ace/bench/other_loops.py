"""What one would take instead of this runtime: an agent framework where it is installed, else a plain loop."""

import asyncio
import json
import time
from importlib.util import find_spec
from typing import NamedTuple

from ace.bench.row import PLAIN_LOOP

DECISIONS = 8


class LoopCost(NamedTuple):
    """Milliseconds a decision of another loop that does no gates, no state and no trace."""

    name: str
    ms: float


def other_loop(calls: int) -> LoopCost:
    """Return the cost a decision of pydantic-ai (extra `bench`), or of a plain loop where it is not installed.

    Both ask a function instead of a model, `calls` times in all, as we do. pydantic-ai runs episodes of eight
    decisions, seven of them calls of one trivial tool.
    """
    if find_spec("pydantic_ai") is None:
        return LoopCost(f"{PLAIN_LOOP}, no gates, no trace", _plain_loop_ms(calls))
    return LoopCost("pydantic-ai, no gates, no trace", _pydantic_ai_ms(calls))


def _pydantic_ai_ms(calls: int) -> float:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    async def decide(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        taken = sum(isinstance(message, ModelResponse) for message in messages)
        if taken < DECISIONS - 1:
            return ModelResponse(parts=[ToolCallPart("look", {"query": f"edge {taken}"})])
        return ModelResponse(parts=[TextPart("done")])

    def look(query: str) -> str:
        """Look at the picture."""
        return f"a meniscus climbs the wall: {query}"

    agent = Agent(FunctionModel(decide), tools=[look])

    async def run(episodes: int) -> None:
        for _ in range(episodes):
            await agent.run("What is it?")

    asyncio.run(run(2))
    episodes = max(calls // DECISIONS, 1)
    started = time.perf_counter()
    asyncio.run(run(episodes))
    return 1000 * (time.perf_counter() - started) / (episodes * DECISIONS)


def _plain_loop_ms(calls: int) -> float:
    async def echo(messages: list[dict[str, str]]) -> str:
        return json.dumps({"action": "ASK_PROBE", "text": messages[-1]["content"]})

    async def loop() -> None:
        messages = [{"role": "system", "content": "You are a tutor."}]
        for _ in range(calls):
            text = await echo(messages[-8:])
            messages.append({"role": "assistant", "content": json.loads(text)["text"][:80]})

    started = time.perf_counter()
    asyncio.run(loop())
    return 1000 * (time.perf_counter() - started) / max(calls, 1)
