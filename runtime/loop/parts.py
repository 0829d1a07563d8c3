"""What an episode is made of: everything with a side effect, handed in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import ArtifactStore, Clock, Controller, Retriever, Student, Tool, ToolCaller
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import Budgets


@dataclass(frozen=True)
class EpisodeParts:
    """The parts of the tutor's loop. `tools` are what prompts declare; `caller` is how they are called."""

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


def step_seed(seed: int, step: int, attempt: int, purpose: str) -> int:
    """Return a 31-bit seed for one model call; equal for equal places in two paired runs."""
    return int(content_hash([seed, step, attempt, purpose], 8), 16) & 0x7FFFFFFF
