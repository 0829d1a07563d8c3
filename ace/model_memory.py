"""What a session's models and agent are wrapped in, where their answers are to be counted and kept."""

from typing import Protocol

from runtime.contracts.ports import AgentUnderTest, Controller
from runtime.models.settings import ControllerSettings


class ModelMemory(Protocol):
    """Counts what models are asked, and gives back what they answered before a kill instead of asking again."""

    def controller(self, inner: Controller, settings: ControllerSettings) -> Controller:
        """Return the model of `settings`, counted and remembered."""
        ...

    def agent(self, inner: AgentUnderTest, *, brings_model: bool) -> AgentUnderTest:
        """Return the agent, so that the answers to one episode are kept apart from those to any other.

        What an agent that brings its own model says it used is counted in place of what was asked of a model here.
        """
        ...
