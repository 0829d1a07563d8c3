"""What an agent is built from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runtime.contracts.ports import ArtifactStore, Clock, Controller
from runtime.contracts.state import Budgets
from runtime.control.settings import ControlSettings
from runtime.gates.settings import FixedGateSettings
from runtime.retrieval.settings import RetrievalSettings
from runtime.tools.settings import ToolSettings


@dataclass(frozen=True)
class AgentSetup:
    """What an agent is built from.

    `controller_image_px`, `solver_image_px`: the longer side of the pictures that model is shown; 0 where it sees none.
    """

    controller: Controller
    solver: Controller
    artifacts: ArtifactStore
    clock: Clock
    base: Path
    knowledge: Sequence[Path]
    budgets: Budgets = field(default_factory=Budgets)
    rules_tokens: int = 800
    controller_image_px: int = 0
    solver_image_px: int = 0
    tools: ToolSettings = field(default_factory=ToolSettings)
    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    control: ControlSettings = field(default_factory=ControlSettings)
    gates: FixedGateSettings = field(default_factory=FixedGateSettings)
