"""enhance: make the case's image, or a part of it, easier to see. It changes the display, not the evidence."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.images.boxes import BOX_PX_SCHEMA, BOX_SCHEMA, SIZE_PX_SCHEMA, BoxPx, box_in_pixels
from runtime.images.image_types import image_readiness
from runtime.images.load_image import MAX_PIXELS, encode_png
from runtime.tools.case_image import FRAME_SCHEMA, open_case_image, size_words, to_grey

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

UPSCALE = 2
OPERATIONS = ("contrast", "sharpen", "upscale")
_MEASURES: JsonObject = {
    "type": "object",
    "properties": {
        "spread": {"type": "number", "description": "standard deviation of grey values 0-255", "minimum": 0},
        "sharpness": {"type": "number", "description": "variance of the Laplacian", "minimum": 0},
    },
    "required": ["spread", "sharpness"],
}
SPEC = ToolSpec(
    name="enhance",
    description="Make the case's image, or a part, easier to see: local contrast, sharper edges, or twice the size.",
    arguments={
        "type": "object",
        "properties": {
            "operation": {
                "type": "string",
                "description": "contrast evens out light and dark areas, sharpen lifts edges, upscale doubles the size",
                "enum": list(OPERATIONS),
            },
            "box": BOX_SCHEMA,
            "frame": FRAME_SCHEMA,
        },
        "required": ["operation"],
        "additionalProperties": False,
    },
    timeout_s=30.0,
    isolation="process",
    output={
        "type": "object",
        "properties": {
            "operation": {"type": "string", "enum": list(OPERATIONS)},
            "box_px": BOX_PX_SCHEMA,
            "size_px": SIZE_PX_SCHEMA,
            "before": _MEASURES,
            "after": _MEASURES,
        },
        "required": ["operation", "box_px", "size_px", "before", "after"],
    },
)


@dataclass(frozen=True)
class EnhanceTool:
    """One of three fixed operations. `image_base` is the folder relative image paths start from."""

    image_base: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are installed."""
        return image_readiness("cv2", "numpy")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the new picture as a PNG artifact, with spread and sharpness before and after.

        Units: spread is the standard deviation of grey values 0-255; sharpness is the variance of the Laplacian.
        Raises: ToolError.
        """
        image = open_case_image(context, self.image_base, arguments.get("frame"))
        box = BoxPx(0, 0, image.width, image.height)
        if arguments.get("box") is not None:
            box = box_in_pixels(arguments["box"], image.width, image.height)
        before = image.pixels[box.y0 : box.y1, box.x0 : box.x1]
        operation = str(arguments.get("operation"))
        after = enhanced(before, operation)
        ref = context.artifacts.put(encode_png(after), "image/png")
        data: JsonObject = {
            "operation": operation,
            "box_px": list(box),
            "size_px": [int(after.shape[1]), int(after.shape[0])],
            "before": _measured(before),
            "after": _measured(after),
        }
        summary = (
            f"{operation} applied to {box.words} pixels of {size_words(image)}: "
            f"result {after.shape[1]}x{after.shape[0]} pixels; "
            f"{_change(data, 'spread')}; {_change(data, 'sharpness')}. "
            "Display only: grey values are no longer comparable with the original."
        )
        return ToolOutput(summary, (ref,), data)


def enhanced(pixels: "Pixels", operation: str) -> "Pixels":
    """Return changed pixels; colour images keep their hue under `contrast`.

    contrast: CLAHE, clip limit 2, 8 x 8 tiles (Zuiderveld 1994). sharpen: unsharp mask, sigma 1.5, amount 1.
    upscale: twice each side, bicubic. Raises: ToolError for another operation or a result over 40 megapixels.
    """
    import cv2
    import numpy as np

    if operation == "contrast":
        return _clahe(pixels)
    if operation == "sharpen":
        blurred = cv2.GaussianBlur(pixels, (0, 0), 1.5)
        return np.asarray(cv2.addWeighted(pixels, 2.0, blurred, -1.0, 0.0), np.uint8)
    if operation == "upscale":
        height, width = pixels.shape[0] * UPSCALE, pixels.shape[1] * UPSCALE
        if height * width > MAX_PIXELS:
            raise ToolError("invalid_arguments", f"upscale: {width}x{height} pixels is too large; give a smaller box")
        return np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    raise ToolError("invalid_arguments", f"operation {operation!r}: use contrast, sharpen or upscale")


def _clahe(pixels: "Pixels") -> "Pixels":
    import cv2
    import numpy as np

    clahe = cv2.createCLAHE(clipLimit=2.0, tileGridSize=(8, 8))
    if pixels.ndim == 2:
        return np.asarray(clahe.apply(np.ascontiguousarray(pixels)), np.uint8)
    lab = np.array(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB))
    lab[..., 0] = clahe.apply(np.ascontiguousarray(lab[..., 0]))
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)


def _measured(pixels: "Pixels") -> JsonObject:
    import cv2

    grey = to_grey(pixels)
    sharpness = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    return {"spread": round(float(grey.std()), 1), "sharpness": round(sharpness, 1)}


def _change(data: JsonObject, name: str) -> str:
    before, after = data["before"], data["after"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    return f"{name} {before[name]} -> {after[name]}"
