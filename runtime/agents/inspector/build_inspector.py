"""Put the inspector together."""

from collections.abc import Mapping

from runtime.agents.agent_setup import AgentSetup
from runtime.agents.inspector.episode import InspectorAgent
from runtime.agents.inspector.parts import InspectorParts
from runtime.agents.inspector.tools import inspector_tools
from runtime.contracts.ports import Tool
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.rerun_caller import RerunCaller
from runtime.control.worker_pool import worker_pool
from runtime.control.worker_process import ToolsRecipe
from runtime.models.picture import picture_loader
from runtime.tools.tool_memory import ToolMemory


def build_inspector(setup: AgentSetup) -> InspectorAgent:
    """Return the inspector with its tools. `setup.solver`, `knowledge` and `retrieval` are not used."""
    tools = inspector_tools(setup.base, setup.tools)
    px = setup.controller_image_px
    return InspectorAgent(
        InspectorParts(
            controller=setup.controller,
            tools=tools,
            caller=RerunCaller(_caller(setup, tools)),
            artifacts=setup.artifacts,
            clock=setup.clock,
            base=setup.base,
            budgets=setup.budgets,
            rules_token_budget=setup.rules_tokens,
            controller_sees=picture_loader(setup.base, setup.artifacts, px) if px else None,
            gates=setup.gates,
        )
    )


def _caller(setup: AgentSetup, tools: Mapping[str, Tool]) -> ControlledCaller:
    recipe = ToolsRecipe(
        factory="runtime.agents.inspector.tools:inspector_tools",
        image_base=setup.base,
        settings=setup.tools.model_dump(mode="json"),
        memory_mb=setup.control.worker_memory_mb,
    )
    return ControlledCaller(
        tools=tools,
        settings=setup.control,
        clock=setup.clock,
        memory=ToolMemory(),
        workers=worker_pool(tools, recipe, setup.control.workers),
        timeouts_s=setup.tools.timeouts_s,
    )
