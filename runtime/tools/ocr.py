"""ocr: read text in the image. Declared, so that a rule or a model can name it; no reader for it is bundled."""

from dataclasses import dataclass

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.tools.boxes import BOX_SCHEMA

SPEC = ToolSpec(
    name="ocr",
    description="Read text and markers printed in the case's image.",
    arguments={
        "type": "object",
        "properties": {"box": BOX_SCHEMA},
        "required": [],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True)
class OcrTool:
    """Always missing its reader."""

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return what is missing."""
        return Readiness("missing", "ocr has no text reader: none is bundled; use zoom on the marker instead")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Raises: ToolError missing_dependency."""
        raise ToolError("missing_dependency", self.readiness().detail)
