"""view_candidate: one candidate with what is around it, as a picture."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.images.boxes import BOX_PX_SCHEMA
from runtime.images.load_image import encode_png
from runtime.inspection.types import Box
from runtime.tools.casting_image import (
    ID_SCHEMA,
    box_words,
    casting_readiness,
    examine_image,
    known_candidate,
    read_casting,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

MIN_MARGIN_PX = 8
WANTED_PX = 160
MAX_SCALE = 8

SPEC = ToolSpec(
    name="view_candidate",
    description="Look at one candidate: gives a picture of it and its surroundings, the grey values stretched.",
    arguments={
        "type": "object",
        "properties": {"id": ID_SCHEMA},
        "required": ["id"],
        "additionalProperties": False,
    },
    output={
        "type": "object",
        "properties": {
            "id": ID_SCHEMA,
            "box": BOX_PX_SCHEMA,
            "crop": BOX_PX_SCHEMA,
            "scale": {"type": "integer", "description": "picture pixels to one of the image", "minimum": 1},
            "black": {"type": "integer", "description": "image value shown black", "minimum": 0},
            "white": {"type": "integer", "description": "image value shown white", "minimum": 0},
        },
        "required": ["id", "box", "crop", "scale", "black", "white"],
    },
)


@dataclass(frozen=True)
class ViewCandidateTool:
    """A crop around one candidate. `image_base` is the folder relative image paths start from."""

    image_base: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are installed."""
        return casting_readiness()

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the crop as an eight-bit PNG artifact, enlarged by a whole number; nothing is drawn into it.

        Units: boxes are [x0, y0, x1, y1] in pixels of the image; black and white are its values at the ends.
        Raises: ToolError.
        """
        name = arguments.get("id")
        if not isinstance(name, int):
            raise ToolError("invalid_arguments", "view_candidate needs `id`: one candidate's number")
        candidate, _ = known_candidate(examine_image(context, self.image_base), name)
        pixels = read_casting(context, self.image_base)
        crop = crop_around(candidate.box, pixels.shape[1], pixels.shape[0])
        inside = pixels[crop.y0 : crop.y1, crop.x0 : crop.x1]
        black, white = int(inside.min()), int(inside.max())
        scale = min(max(WANTED_PX // max(inside.shape), 1), MAX_SCALE)
        ref = context.artifacts.put(encode_png(stretched(inside, scale)), "image/png")
        data: JsonObject = {
            "id": candidate.id,
            "box": list(candidate.box),
            "crop": list(crop),
            "scale": scale,
            "black": black,
            "white": white,
        }
        summary = (
            f"Picture of candidate {candidate.id} (box {box_words(candidate.box)}) and its surroundings "
            f"({box_words(crop)}), {scale} times enlarged, values {black} to {white} shown black to white."
        )
        return ToolOutput(summary, (ref,), data)


def crop_around(box: Box, width: int, height: int) -> Box:
    """Return `box` with its longer side, at least 8 pixels, added on every side, cut to the image."""
    margin = max(box.x1 - box.x0, box.y1 - box.y0, MIN_MARGIN_PX)
    return Box(
        max(box.x0 - margin, 0), max(box.y0 - margin, 0), min(box.x1 + margin, width), min(box.y1 + margin, height)
    )


def stretched(values: "NDArray[np.uint16]", scale: int) -> "Pixels":
    """Return `values` as grey 0-255 from their least to their largest, each pixel `scale` x `scale` times."""
    import numpy as np

    low, high = float(values.min()), float(values.max())
    grey = np.rint((values - low) * (255.0 / max(high - low, 1.0))).astype(np.uint8)
    return np.repeat(np.repeat(grey, scale, axis=0), scale, axis=1)
