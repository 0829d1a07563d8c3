"""Put the tutor together."""

from collections.abc import Mapping

from runtime.agents.agent_setup import AgentSetup
from runtime.contracts.ports import Retriever, Tool
from runtime.contracts.sample import TutorSample
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.worker_pool import worker_pool
from runtime.control.worker_process import ToolsRecipe
from runtime.loop.parts import EpisodeParts
from runtime.loop.run_episode import TutorAgent
from runtime.models.picture import PictureLoader, picture_loader
from runtime.retrieval.open_retriever import open_retriever
from runtime.students.simulated_student import SimulatedStudent
from runtime.tools.case_neighbours import CaseImages, open_case_neighbours
from runtime.tools.registry import tutor_tools
from runtime.tools.tool_memory import ToolMemory


def build_tutor(setup: AgentSetup) -> TutorAgent:
    """Return the tutor with its tools, its text index over `setup.knowledge`, and a simulated student.

    Raises: RuntimeFault when the cards cannot be read or indexed.
    """

    def make_student(sample: TutorSample, seed: int) -> SimulatedStudent:
        return SimulatedStudent(sample, seed)

    tools = tutor_tools(setup.base, setup.tools)
    return TutorAgent(
        EpisodeParts(
            controller=setup.controller,
            solver=setup.solver,
            tools=tools,
            caller=_caller(setup, tools),
            artifacts=setup.artifacts,
            clock=setup.clock,
            make_student=make_student,
            retriever=_index(setup),
            budgets=setup.budgets,
            rules_token_budget=setup.rules_tokens,
            controller_sees=_eyes(setup, setup.controller_image_px),
            solver_sees=_eyes(setup, setup.solver_image_px),
            gates=setup.gates,
        )
    )


def _index(setup: AgentSetup) -> Retriever | None:
    """The local index, or None when no folder of knowledge is named: `retrieve` then says that there is none."""
    if not setup.knowledge:
        return None
    images = CaseImages(setup.base, setup.artifacts, setup.tools.references, setup.tools.models)
    return open_retriever(setup.knowledge, setup.retrieval, images=open_case_neighbours(images))


def _caller(setup: AgentSetup, tools: Mapping[str, Tool]) -> ControlledCaller:
    recipe = ToolsRecipe(
        factory="runtime.tools.registry:tutor_tools",
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


def _eyes(setup: AgentSetup, max_px: int) -> PictureLoader | None:
    return picture_loader(setup.base, setup.artifacts, max_px) if max_px else None
