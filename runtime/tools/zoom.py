"""zoom: cut a box out of the case's image and say how it differs from the whole."""

from dataclasses import dataclass
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.images.boxes import BOX_PX_SCHEMA, BOX_SCHEMA, BoxPx, box_in_pixels
from runtime.images.image_types import Image, image_readiness
from runtime.images.load_image import encode_png
from runtime.tools.case_image import FRAME_SCHEMA, open_case_image, size_words, to_grey

SPEC = ToolSpec(
    name="zoom",
    description="Look closer at one part of the case's image; gives the crop and its mean grey value and contrast.",
    arguments={
        "type": "object",
        "properties": {
            "box": BOX_SCHEMA,
            "padding": {
                "type": "number",
                "description": "margin around the box as a fraction of its size, 0.05 if left out",
                "minimum": 0,
                "maximum": 1,
            },
            "frame": FRAME_SCHEMA,
        },
        "required": ["box"],
        "additionalProperties": False,
    },
    timeout_s=30.0,
    isolation="process",
    output={
        "type": "object",
        "properties": {
            "box_px": BOX_PX_SCHEMA,
            "mean": {"type": "number", "description": "grey value 0-255 of the box", "minimum": 0, "maximum": 255},
            "whole_mean": {"type": "number", "description": "of the whole image", "minimum": 0, "maximum": 255},
            "contrast": {"type": "number", "description": "(mean - whole_mean) / 255", "minimum": -1, "maximum": 1},
            "spread": {"type": "number", "description": "standard deviation in the box", "minimum": 0, "maximum": 128},
            "image_note": {"type": "string"},
            "size_mm": {
                "type": "array",
                "description": "[width, height] in mm, where the file gives a spacing",
                "items": {"type": "number", "minimum": 0},
                "minItems": 2,
                "maxItems": 2,
            },
        },
        "required": ["box_px", "mean", "whole_mean", "contrast", "spread", "image_note"],
    },
)


@dataclass(frozen=True)
class ZoomTool:
    """Crop with padding, clamped to the image. `image_base` is the folder relative image paths start from."""

    image_base: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are installed."""
        return image_readiness("cv2", "numpy")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the crop as a PNG artifact and its measurements.

        Units: grey values 0-255; contrast is (mean of box - mean of image) / 255, so -1 to 1; box_px is
        [x0, y0, x1, y1] in pixels; size_mm is [width, height] where the file gives a spacing.
        Raises: ToolError.
        """
        image = open_case_image(context, self.image_base, arguments.get("frame"))
        padding = arguments.get("padding", 0.05)
        box = box_in_pixels(
            arguments.get("box"), image.width, image.height, float(padding) if isinstance(padding, int | float) else 0.0
        )
        crop = image.pixels[box.y0 : box.y1, box.x0 : box.x1]
        data = _measured(image, box)
        ref = context.artifacts.put(encode_png(crop), "image/png")
        summary = (
            f"Zoomed to {box.words} pixels of {size_words(image)}. Mean intensity {data['mean']} "
            f"(whole image {data['whole_mean']}, grey 0-255), contrast to the whole {data['contrast']:+.2f}, "
            f"spread within the box {data['spread']}."
        )
        return ToolOutput(summary, (ref,), data)


def _measured(image: Image, box: BoxPx) -> JsonObject:
    grey = to_grey(image.pixels)
    inside = grey[box.y0 : box.y1, box.x0 : box.x1]
    mean, whole = float(inside.mean()), float(grey.mean())
    data: JsonObject = {
        "box_px": list(box),
        "mean": round(mean, 1),
        "whole_mean": round(whole, 1),
        "contrast": round((mean - whole) / 255.0, 3),
        "spread": round(float(inside.std()), 1),
        "image_note": image.note,
    }
    if image.spacing_mm:
        rows_mm, columns_mm = image.spacing_mm
        data["size_mm"] = [round((box.x1 - box.x0) * columns_mm, 1), round((box.y1 - box.y0) * rows_mm, 1)]
    return data
