from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import ToolCall
from runtime.control.direct_caller import DirectCaller
from runtime.tools.tool_memory import ToolMemory
from tests.runtime.builders import LookTool

CONTEXT = ToolContext("image", MemoryArtifactStore(), None)


async def test_a_call_runs_without_asking_and_its_result_is_replayed_from_memory() -> None:
    tool = LookTool()
    caller = DirectCaller({"look": tool}, ToolMemory())
    cards = [await caller.call(ToolCall(f"call-{n}", "look", {}), CONTEXT) for n in (1, 2)]
    assert [(card.ok, card.is_replayed, card.call_id) for card in cards] == [
        (True, False, "call-1"),
        (True, True, "call-2"),
    ]
    assert tool.calls == 1


async def test_what_goes_wrong_is_on_the_card() -> None:
    caller = DirectCaller({"look": LookTool(error=ValueError("odd"))})
    assert (await caller.call(ToolCall("call-1", "look", {}), CONTEXT)).error_class == "server_failure"
    assert (await caller.call(ToolCall("call-1", "gone", {}), CONTEXT)).error_class == "unknown_tool"
