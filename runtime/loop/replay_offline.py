"""Parts without a model, a tool or an index: all that a replay from the record alone is made of."""

from collections.abc import Iterable

from runtime.contracts.errors import ModelError
from runtime.contracts.ports import ArtifactStore, Clock, ModelReply, ModelRequest
from runtime.contracts.tool_call import ToolSpec
from runtime.contracts.trace_event import ControllerInfo
from runtime.control.direct_caller import DirectCaller
from runtime.loop.parts import EpisodeParts
from runtime.loop.replay import declared
from runtime.students.simulated_student import SimulatedStudent


def offline_parts(artifacts: ArtifactStore, specs: Iterable[ToolSpec], clock: Clock) -> EpisodeParts:
    """Return parts for `replay_episode`: `specs` declare the tools of records that do not keep their own."""
    tools = declared(tuple(specs))
    return EpisodeParts(
        controller=Nobody(),
        solver=Nobody(),
        tools=tools,
        artifacts=artifacts,
        clock=clock,
        make_student=SimulatedStudent,
        caller=DirectCaller(tools),
    )


class Nobody:
    """A controller that is never to be asked."""

    @property
    def info(self) -> ControllerInfo:
        """No model."""
        return ControllerInfo("recorded", "none", simulated=False)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Refuse. Raises: ModelError always."""
        raise ModelError("a replay asks no model")
