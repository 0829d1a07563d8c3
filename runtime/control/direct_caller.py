"""Tool calls without approvals: checked, run within the tool's time, cleaned."""

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.contracts.ports import Tool, ToolContext
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.tools.call_tool import call_tool_async
from runtime.tools.tool_memory import ToolMemory


@dataclass(frozen=True)
class DirectCaller:
    """Implements ToolCaller over a table of tools; `memory` replays results between paired arms."""

    tools: Mapping[str, Tool]
    memory: ToolMemory | None = None

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the card of one call; a failure is on the card, never an exception."""
        return await call_tool_async(self.tools, call, context, None, self.memory)
