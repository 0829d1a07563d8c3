"""What an inspection is made of: everything with a side effect, handed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from runtime.contracts.ports import ArtifactStore, Clock, Controller, Tool, ToolCaller
from runtime.contracts.state import Budgets
from runtime.gates.settings import FixedGateSettings
from runtime.models.picture import PictureLoader


@dataclass(frozen=True)
class InspectorParts:
    """The parts of the inspector's loop. `tools` are what there is; `caller` is how they are called.

    `base` is the folder that relative images and masks start from. `controller_sees` turns an image reference into the
    PNG that the model is shown; None: text alone.
    """

    controller: Controller
    tools: Mapping[str, Tool]
    caller: ToolCaller
    artifacts: ArtifactStore
    clock: Clock
    base: Path | None = None
    budgets: Budgets = field(default_factory=Budgets)
    rules_token_budget: int = 800
    controller_sees: PictureLoader | None = None
    gates: FixedGateSettings = field(default_factory=FixedGateSettings)
