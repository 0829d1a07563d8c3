"""find_candidates: where in the X-ray image a void may be."""

from dataclasses import dataclass
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.images.boxes import BOX_PX_SCHEMA
from runtime.inspection.candidates import MOST
from runtime.tools.casting_image import (
    ID_SCHEMA,
    NOTHING_FOUND,
    box_words,
    casting_readiness,
    examine_image,
)

SPEC = ToolSpec(
    name="find_candidates",
    description="Look for candidates: bright spots of the X-ray image that may be voids. Many are not.",
    arguments={"type": "object", "properties": {}, "additionalProperties": False},
    output={
        "type": "object",
        "properties": {
            "candidates": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"id": ID_SCHEMA, "box": BOX_PX_SCHEMA},
                    "required": ["id", "box"],
                },
                "maxItems": MOST,
            },
        },
        "required": ["candidates"],
    },
)


@dataclass(frozen=True)
class FindCandidatesTool:
    """A classical detector; it is wrong often. `image_base` is the folder relative image paths start from."""

    image_base: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are installed."""
        return casting_readiness()

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the candidates, best first, at most 40.

        Units: a box is [x0, y0, x1, y1] in pixels, x1 and y1 the first outside.
        Raises: ToolError.
        """
        found = examine_image(context, self.image_base).candidates
        data: JsonObject = {"candidates": [{"id": one.id, "box": list(one.box)} for one in found]}
        if not found:
            return ToolOutput(NOTHING_FOUND, data=data)
        count = "1 candidate" if len(found) == 1 else f"{len(found)} candidates"
        most = ", more are not listed" if len(found) == MOST else ""
        listed = "; ".join(f"{one.id}: {box_words(one.box)}" for one in found)
        return ToolOutput(f"{count}{most} (id: box x0,y0-x1,y1 in pixels). {listed}", data=data)
