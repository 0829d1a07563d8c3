"""image_findings: what can be measured in the case's image, region by region. Measurements, never a diagnosis."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.tools.case_image import open_case_image, size_words, to_grey
from runtime.tools.image_types import image_readiness

if TYPE_CHECKING:
    from runtime.tools.image_types import Pixels

MAX_SUMMARY_CHARS = 600
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
SPEC = ToolSpec(
    name="image_findings",
    description=(
        "Measure the case's image: mean grey value of nine regions, left-right symmetry, edges, bright area. "
        "Numbers to describe what is seen, not a diagnosis."
    ),
    arguments={"type": "object", "properties": {}, "required": [], "additionalProperties": False},
)


@dataclass(frozen=True)
class ImageFindingsTool:
    """Region statistics. `image_base` is the folder relative image paths start from."""

    image_base: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are installed."""
        return image_readiness("cv2", "numpy")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the measurements of `measure` in full, and their short summary. Raises: ToolError."""
        image = open_case_image(context, self.image_base)
        data = measure(to_grey(image.pixels))
        data |= {"size_px": [image.width, image.height], "modality": image.modality, "image_note": image.note}
        if image.spacing_mm:
            data["spacing_mm"] = list(image.spacing_mm)
        return ToolOutput(_summary(data, size_words(image)), (), data)


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


def _summary(data: JsonObject, size: str) -> str:
    regions = data["regions"]
    assert isinstance(regions, dict)
    bright, dark = str(data["brightest"]), str(data["darkest"])
    text = (
        f"Measured in {size}, grey 0-255: mean {data['mean']}, spread {data['spread']}. "
        f"Brightest region {bright} (mean {regions[bright]['mean']}), darkest {dark} (mean {regions[dark]['mean']}). "
        f"Center mean {regions['center']['mean']}. Left-right symmetry {data['symmetry']} (0-1). "
        f"Edge density {data['edge_density']:.1%} of pixels. Bright foreground (Otsu) "
        f"{data['foreground_share']:.1%} of the area. Sides are the picture's, not the patient's. "
        "Measurements only: no diagnosis."
    )
    return text[:MAX_SUMMARY_CHARS]
