"""What an episode is made of: everything with a side effect, handed in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from runtime.contracts.action import Action
from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import ArtifactStore, Clock, Controller, Retriever, Student, Tool, ToolCaller
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import Budgets, StudentState
from runtime.contracts.trace_event import ControllerInfo, GateRecord, StudentTurn
from runtime.gates.settings import FixedGateSettings
from runtime.models.picture import PictureLoader

# Told of each action that may happen, and of what the gates said, right before it is carried out.
Watch: TypeAlias = Callable[[Action, tuple[GateRecord, ...]], None]


@dataclass(frozen=True)
class EpisodeParts:
    """The parts of the tutor's loop. `tools` are what prompts declare; `caller` is how they are called.

    `controller_sees`, `solver_sees` turn an image reference into the PNG that model is shown; None: text alone.
    `read_opening` says how a person's first message is to be read; None: it is no attempt. `first_student` is what a
    record says of the student after that message, and takes the place of reading it again.
    """

    controller: Controller
    solver: Controller
    tools: Mapping[str, Tool]
    artifacts: ArtifactStore
    clock: Clock
    make_student: Callable[[TutorSample, int], Student]
    caller: ToolCaller
    retriever: Retriever | None = None
    budgets: Budgets = field(default_factory=Budgets)
    rules_token_budget: int = 800
    max_repairs: int = 1
    is_student_simulated: bool = True
    gates: FixedGateSettings = field(default_factory=FixedGateSettings)
    watch: Watch | None = None
    controller_sees: PictureLoader | None = None
    solver_sees: PictureLoader | None = None
    read_opening: Callable[[TutorSample], StudentTurn] | None = None
    first_student: StudentState | None = None

    @property
    def info(self) -> ControllerInfo:
        """Who plays: the controller, and the solver where it is another; simulated when either is."""
        return both(self.controller.info, self.solver.info)


def step_seed(seed: int, step: int, attempt: int, purpose: str) -> int:
    """Return a 31-bit seed for one model call; equal for equal places in two paired runs."""
    return int(content_hash([seed, step, attempt, purpose], 8), 16) & 0x7FFFFFFF


def both(controller: ControllerInfo, solver: ControllerInfo) -> ControllerInfo:
    """Return who plays in an episode: both where the solver is another, simulated when either is."""
    if solver == controller:
        return controller
    return replace(
        controller,
        model=f"{controller.model} + solver {solver.label}",
        simulated=controller.simulated or solver.simulated,
    )
