"""Put the tutor together."""

from runtime.agents.agent_setup import AgentSetup
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.sample import TutorSample
from runtime.control.direct_caller import DirectCaller
from runtime.loop.parts import EpisodeParts
from runtime.loop.run_episode import TutorAgent
from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.cards import load_cards
from runtime.students.simulated_student import SimulatedStudent
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
            caller=DirectCaller(tools, ToolMemory()),
            artifacts=setup.artifacts,
            clock=setup.clock,
            make_student=make_student,
            retriever=_index(setup),
            budgets=setup.budgets,
            rules_token_budget=setup.rules_tokens,
        )
    )


def _index(setup: AgentSetup) -> Bm25Index | None:
    """The text index, or None when no folder of cards is named: `retrieve` then says that there is none."""
    if not setup.knowledge:
        return None
    cards = [card for folder in setup.knowledge for card in load_cards(folder)]
    try:
        return Bm25Index.build(cards)
    except ModuleNotFoundError as exc:
        raise RuntimeFault(f"the text index needs {exc.name}: install ace-optimizer[tutor]") from exc
    except ValueError as exc:
        folders = ", ".join(map(str, setup.knowledge))
        raise RuntimeFault(f"{folders}: {exc}; rename one of them") from exc
