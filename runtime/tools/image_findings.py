"""image_findings: what can be measured in the case's image, region by region. Measurements, never a diagnosis."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.images.boxes import BOX_PX_SCHEMA, SIZE_PX_SCHEMA
from runtime.images.image_types import Image, image_readiness
from runtime.models.settings import ControllerSettings
from runtime.tools.case_image import FRAME_SCHEMA, open_case_image, size_words, to_grey
from runtime.tools.image_findings_describe import describe_picture
from runtime.tools.image_findings_nearest import NEAREST, Neighbours, find_neighbours
from runtime.tools.image_findings_regions import largest_bright_region
from runtime.vision.model_cache import models_folder, not_built
from runtime.vision.model_table import EMBEDDER
from runtime.vision.onnx_session import runtime_problem

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

MAX_SUMMARY_CHARS = 760
# Cosine from which the summary names a neighbour: below it, those of the shipped pictures were often of another kind.
CLOSE = 0.5
REGIONS: tuple[str, ...] = (
    "upper-left",
    "upper-middle",
    "upper-right",
    "middle-left",
    "center",
    "middle-right",
    "lower-left",
    "lower-middle",
    "lower-right",
)
_NUMBER: JsonObject = {"type": "number"}
_GREY: JsonObject = {"type": "number", "minimum": 0, "maximum": 255}
_SHARE: JsonObject = {"type": "number", "minimum": 0, "maximum": 1}
_TEXT: JsonObject = {"type": "string"}
_REGION: JsonObject = {"type": "object", "properties": {"mean": _GREY, "spread": _NUMBER}, "required": ["mean"]}
_SEGMENTED: JsonObject = {
    "method": _TEXT,
    "area_px": {"type": "integer", "minimum": 0},
    "area_share": _SHARE,
    "area_mm2": _NUMBER,
    "regions": {"type": "integer", "minimum": 0},
    "bbox_px": BOX_PX_SCHEMA,
}
_NEAR: JsonObject = {"ref": _TEXT, "modality": _TEXT, "organ": _TEXT, "similarity": _NUMBER}
_DESCRIPTION: JsonObject = {"text": _TEXT, "model": _TEXT, "simulated": {"type": "boolean"}, "problem": _TEXT}
OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "regions": {"type": "object", "properties": dict.fromkeys(REGIONS, _REGION), "required": list(REGIONS)},
        "brightest": {"type": "string", "enum": list(REGIONS)},
        "darkest": {"type": "string", "enum": list(REGIONS)},
        "mean": _GREY,
        "spread": _NUMBER,
        "symmetry": _SHARE,
        "edge_density": _SHARE,
        "foreground_share": _SHARE,
        "otsu_threshold": _GREY,
        "sides": _TEXT,
        "segmented": {"type": "object", "properties": _SEGMENTED, "required": ["method", "area_px", "area_share"]},
        "nearest": {"type": "array", "items": {"type": "object", "properties": _NEAR}, "maxItems": NEAREST},
        "nearest_note": _TEXT,
        "description": {"type": "object", "properties": _DESCRIPTION, "required": list(_DESCRIPTION)},
        "size_px": SIZE_PX_SCHEMA,
        "spacing_mm": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
        "modality": _TEXT,
        "image_note": _TEXT,
    },
    "required": ["regions", "brightest", "darkest", "segmented", "nearest", "nearest_note", "size_px"],
}
SPEC = ToolSpec(
    name="image_findings",
    description=(
        "Measure the case's image: mean grey value of nine regions, left-right symmetry, edges, bright area, labelled "
        "images that look alike. Numbers to describe what is seen, not a diagnosis."
    ),
    arguments={
        "type": "object",
        "properties": {"frame": FRAME_SCHEMA},
        "required": [],
        "additionalProperties": False,
    },
    isolation="process",
    output=OUTPUT,
)


@dataclass(frozen=True)
class ImageFindingsTool:
    """Region statistics, nearest labelled images and, where configured, a model's description.

    `image_base` is the folder relative image paths start from, `models` the cache of built models (None: the default),
    `references` the folders of samples whose development images are compared with.
    """

    image_base: Path | None = None
    models: Path | None = None
    references: tuple[Path, ...] = ()
    describer: ControllerSettings | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration; with a describer the image leaves this process, which takes longer and is external."""
        return replace(SPEC, timeout_s=60.0, side_effect="external") if self.describer else SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are there; the detail says what a model that is not built leaves out."""
        images = image_readiness("cv2", "numpy")
        if images.state == "missing" or not self.references:
            return images
        problem = runtime_problem() or not_built((EMBEDDER,), models_folder(self.models))
        return Readiness("ready", f"without nearest images: {problem}" if problem else "")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the measurements of `measure` in full, what stands beside them, and their short summary.

        What a model that is not built or a describer that fails would have added is noted in the data (and, for the
        describer, in the summary). Raises: ToolError.
        """
        image = open_case_image(context, self.image_base, arguments.get("frame"))
        grey = to_grey(image.pixels)
        near = find_neighbours(image.pixels, self.models, self.references, self.image_base)
        data = {**measure(grey), "segmented": largest_bright_region(grey, image.spacing_mm), **_near_data(near)}
        data |= {"size_px": [image.width, image.height], "modality": image.modality, "image_note": image.note}
        if image.spacing_mm:
            data["spacing_mm"] = list(image.spacing_mm)
        summary = _summary(data, image, near)
        if self.describer:
            said = describe_picture(image.pixels, self.describer)
            data["description"] = said.to_json()
            summary = f"{summary} {said.words}"
        return ToolOutput(summary, (), data)


def measure(grey: "Pixels") -> JsonObject:
    """Return measurements of a grey image.

    Units: mean and spread are grey values 0-255; symmetry is 0-1 (correlation of the left half with the mirrored right
    half, 1 is a mirror image, negative counts as 0); edge_density is the share of pixels on a Canny edge;
    foreground_share the share brighter than Otsu's threshold. Left and right are those of the picture.
    Source: Canny 1986; Otsu 1979.
    """
    import cv2

    regions = _regions(grey)
    by_mean = sorted(regions, key=lambda name: (regions[name]["mean"], name))
    threshold, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return {
        "regions": dict(regions),
        "brightest": by_mean[-1],
        "darkest": by_mean[0],
        "mean": round(float(grey.mean()), 1),
        "spread": round(float(grey.std()), 1),
        "symmetry": _symmetry(grey),
        "edge_density": round(float((cv2.Canny(grey, 60, 150) > 0).mean()), 4),
        "foreground_share": round(float((mask > 0).mean()), 4),
        "otsu_threshold": round(float(threshold), 1),
        "sides": "left and right of the picture, not of the patient",
    }


def _regions(grey: "Pixels") -> dict[str, dict[str, float]]:
    """Mean and spread of a 3 x 3 grid. A picture under three pixels wide repeats its only ones."""
    height, width = grey.shape
    out: dict[str, dict[str, float]] = {}
    for index, name in enumerate(REGIONS):
        row, column = divmod(index, 3)
        top, left = min(row * height // 3, height - 1), min(column * width // 3, width - 1)
        part = grey[top : max((row + 1) * height // 3, top + 1), left : max((column + 1) * width // 3, left + 1)]
        out[name] = {"mean": round(float(part.mean()), 1), "spread": round(float(part.std()), 1)}
    return out


def _symmetry(grey: "Pixels") -> float:
    """Compared at 64 x 64, so that noise and single pixels do not count."""
    import cv2
    import numpy as np

    small = np.asarray(cv2.resize(grey, (64, 64), interpolation=cv2.INTER_AREA), np.float64)
    left, right = small[:, :32], small[:, :31:-1]
    if np.array_equal(left, right):
        return 1.0
    if left.std() < 1e-9 or right.std() < 1e-9:
        return 0.0
    return round(max(0.0, float(np.corrcoef(left.ravel(), right.ravel())[0, 1])), 3)


def _near_data(near: Neighbours) -> JsonObject:
    return {"nearest": [image._asdict() for image in near.images], "nearest_note": near.note}


def _summary(data: JsonObject, image: Image, near: Neighbours) -> str:
    regions, segmented = data["regions"], data["segmented"]
    assert isinstance(regions, dict)
    assert isinstance(segmented, dict)
    bright, dark = str(data["brightest"]), str(data["darkest"])
    area_mm2 = f" ({segmented['area_mm2']} mm2)" if "area_mm2" in segmented else ""
    text = (
        f"Measured in {size_words(image)}, grey 0-255: mean {data['mean']}, spread {data['spread']}. "
        f"Brightest region {bright} (mean {regions[bright]['mean']}), darkest {dark} (mean {regions[dark]['mean']}). "
        f"Center mean {regions['center']['mean']}. Left-right symmetry {data['symmetry']} (0-1). "
        f"Edge density {data['edge_density']:.1%} of pixels. Bright foreground (Otsu) "
        f"{data['foreground_share']:.1%} of the area, its largest part {segmented['area_share']:.1%}{area_mm2}. "
        f"{_near_words(near)}Sides are the picture's, not the patient's. "
    )
    last = "Measurements only: no diagnosis."
    return f"{text[: MAX_SUMMARY_CHARS - len(last)]}{last}"


def _near_words(near: Neighbours) -> str:
    """Only those that are near enough to say something; the others stay in the data."""
    close = [one for one in near.images if one.similarity >= CLOSE]
    if not close:
        return ""
    named = ", ".join(f"{one.modality} {one.organ} {one.similarity:.2f}" for one in close)
    return f"Labelled images most alike in look (cosine): {named}. "
