"""segment: outline a structure by a box. Declared, so that rules and models can name it; no model for it is bundled."""

from dataclasses import dataclass

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.tools.boxes import BOX_SCHEMA

SPEC = ToolSpec(
    name="segment",
    description="Outline the structure inside a box and measure its area.",
    arguments={
        "type": "object",
        "properties": {"box": BOX_SCHEMA},
        "required": ["box"],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True)
class SegmentTool:
    """Always missing its model: an untuned classical cut was too unreliable to stand in for it (Dice 0.0 to 0.86)."""

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return what is missing."""
        return Readiness(
            "missing",
            "no segmentation model; use zoom or image_findings instead",
        )

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Raises: ToolError missing_dependency."""
        raise ToolError("missing_dependency", self.readiness().detail)
