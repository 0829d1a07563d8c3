"""segment: outline a structure by a box. LiteMedSAM where it is built, else GrabCut, named as its stand-in."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.images.boxes import BOX_PX_SCHEMA, BOX_SCHEMA, SIZE_PX_SCHEMA, BoxPx, box_in_pixels
from runtime.images.image_types import Image, image_readiness
from runtime.images.load_image import encode_png
from runtime.tools.case_image import FRAME_SCHEMA, open_case_image, size_words
from runtime.tools.segment_grabcut import grabcut_outline
from runtime.tools.segment_measures import mask_picture, measure_mask, overlay_picture
from runtime.vision.lite_medsam import LiteMedSam
from runtime.vision.model_cache import models_folder, not_built
from runtime.vision.model_table import DECODER, ENCODER
from runtime.vision.onnx_session import runtime_problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Mask: TypeAlias = NDArray[np.bool_]

MODEL, STAND_IN = "LiteMedSAM", "GrabCut"
_NUMBERS: JsonObject = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_SHARE: JsonObject = {"type": "number", "minimum": 0, "maximum": 1}
_GREY: JsonObject = {"type": "number", "minimum": 0, "maximum": 255}
SPEC = ToolSpec(
    name="segment",
    description=(
        "Outline the structure inside a box (leave about a tenth of its size free around it); "
        "gives its mask, area, place and mean grey value."
    ),
    arguments={
        "type": "object",
        "properties": {"box": BOX_SCHEMA, "frame": FRAME_SCHEMA},
        "required": ["box"],
        "additionalProperties": False,
    },
    timeout_s=60.0,
    isolation="process",
    output={
        "type": "object",
        "properties": {
            "method": {"type": "string", "enum": [MODEL, STAND_IN]},
            "model": {"type": "string", "description": "SHA-256 of the model's files; empty for the stand-in"},
            "stands_in_because": {"type": "string"},
            "predicted_iou": {**_SHARE, "description": "the model's own guess, not calibrated"},
            "box_px": BOX_PX_SCHEMA,
            "window_px": BOX_PX_SCHEMA,
            "mask_bbox_px": BOX_PX_SCHEMA,
            "size_px": SIZE_PX_SCHEMA,
            "area_px": {"type": "integer", "minimum": 1},
            "area_share": _SHARE,
            "area_mm2": {"type": "number", "minimum": 0},
            "spacing_mm": _NUMBERS,
            "centroid_px": _NUMBERS,
            "parts": {"type": "integer", "minimum": 1},
            "mean_inside": _GREY,
            "mean_outside": _GREY,
            "outside_box_share": _SHARE,
            "image_note": {"type": "string"},
        },
        "required": ["method", "model", "stands_in_because", "box_px", "area_px", "area_share", "mask_bbox_px"],
        "additionalProperties": False,
    },
)


class _Cut(NamedTuple):
    """A mask, and what is said of how it came about."""

    mask: "Mask"
    how: JsonObject


@dataclass(frozen=True)
class SegmentTool:
    """Box in, mask out. `models` is the cache of built models, None the default one."""

    image_base: Path | None = None
    models: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return ready with the model, fallback with why it is not used, or missing without the image packages."""
        images = image_readiness("cv2", "numpy")
        if images.state == "missing":
            return images
        problem = runtime_problem() or not_built((ENCODER, DECODER), models_folder(self.models))
        return Readiness("fallback", _stand_in_words(problem)) if problem else Readiness("ready", MODEL)

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return two PNG artifacts, the mask and the picture with the outline, and the measurements of `measure_mask`.

        Raises: ToolError invalid_arguments for a box that cannot be used, empty_result when nothing is found in it.
        """
        image = open_case_image(context, self.image_base, arguments.get("frame"))
        box = box_in_pixels(arguments.get("box"), image.width, image.height)
        cut = self._cut(image.pixels, box)
        data: JsonObject = {**cut.how, "box_px": list(box), "size_px": [image.width, image.height]}
        data |= {**measure_mask(image, cut.mask, box), "image_note": image.note}
        pictures = (mask_picture(cut.mask), overlay_picture(image.pixels, cut.mask, box))
        refs = tuple(context.artifacts.put(encode_png(pixels), "image/png") for pixels in pictures)
        return ToolOutput(_summary(data, box, image), refs, data)

    def _cut(self, pixels: "Pixels", box: BoxPx) -> _Cut:
        if _is_even(pixels, box):
            raise ToolError(
                "empty_result", f"the picture is one even grey in and around {box.words}; nothing to outline"
            )
        try:
            model = LiteMedSam.open(models_folder(self.models))
        except ToolError as exc:
            cut = _Cut(grabcut_outline(pixels, box), {"method": STAND_IN, "model": "", "stands_in_because": str(exc)})
        else:
            found = model.outline(pixels, box)
            cut = _Cut(
                found.mask,
                {
                    "method": MODEL,
                    "model": model.sha256,
                    "stands_in_because": "",
                    "predicted_iou": round(found.predicted_iou, 3),
                    "window_px": list(found.window),
                },
            )
        if not cut.mask.any():
            why = f" ({_stand_in_words(str(cut.how['stands_in_because']))})" if cut.how["stands_in_because"] else ""
            raise ToolError(
                "empty_result", f"{cut.how['method']} found no structure in {box.words}{why}; try another box"
            )
        return cut


def _stand_in_words(problem: str) -> str:
    return f"{STAND_IN} stands in: {problem}"


def _is_even(pixels: "Pixels", box: BoxPx) -> bool:
    """True when the box and a quarter of its size around it hold a single value."""
    across, down = (box.x1 - box.x0) // 4 + 1, (box.y1 - box.y0) // 4 + 1
    part = pixels[max(box.y0 - down, 0) : box.y1 + down, max(box.x0 - across, 0) : box.x1 + across]
    return bool((part == part[0, 0]).all())


def _summary(data: JsonObject, box: BoxPx, image: Image) -> str:
    problem = str(data["stands_in_because"])
    first = f"{_stand_in_words(problem)}. " if problem else ""
    area = f"{data['area_px']} pixels, {data['area_share']:.2%} of the image"
    if "area_mm2" in data:
        area += f", {data['area_mm2']} mm2"
    outside = f", {data['mean_outside']} outside" if "mean_outside" in data else ""
    edges = data["mask_bbox_px"]
    assert isinstance(edges, list)
    return (
        f"{first}{data['method']} outlined {area}, within {box.words} of {size_words(image)}: it spans "
        f"{BoxPx(*edges).words}, centre {data['centroid_px']}, {data['parts']} part(s). "
        f"Mean grey {data['mean_inside']} inside{outside} (0-255). "
        "A program outlines something even where there is nothing: check the overlay; it is no finding."
    )
