"""What a mask says in numbers and as a picture."""

from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.images.boxes import BoxPx
from runtime.images.image_types import Image
from runtime.tools.case_image import to_grey

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Mask: TypeAlias = NDArray[np.bool_]

OVERLAY_SIDE = 1024
OUTLINE_RGB, BOX_RGB = (255, 210, 0), (0, 200, 255)


def measure_mask(image: Image, mask: "Mask", box: BoxPx) -> JsonObject:
    """Return the measurements of a mask that is not empty.

    Units: area_px pixels, area_share of the picture, area_mm2 square millimetres (only where the file gives a spacing);
    mask_bbox_px [x0, y0, x1, y1] and centroid_px [x, y] in pixels; means are grey values 0-255, mean_outside that of
    the rest of the picture (absent when there is none); outside_box_share the share of the mask outside the box.
    """
    import cv2
    import numpy as np

    grey = to_grey(image.pixels)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    area = int(mask.sum())
    inside_box = int(mask[box.y0 : box.y1, box.x0 : box.x1].sum())
    y, x = np.nonzero(mask)
    data: JsonObject = {
        "area_px": area,
        "area_share": round(area / mask.size, 5),
        "mask_bbox_px": [int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1],
        "centroid_px": [round(float(x.mean()) + 0.5, 1), round(float(y.mean()) + 0.5, 1)],
        "parts": int(cv2.connectedComponents(mask.astype(np.uint8))[0]) - 1,
        "mean_inside": round(float(grey[mask].mean()), 1),
        "outside_box_share": round(1 - inside_box / area, 4),
    }
    if area < mask.size:
        data["mean_outside"] = round(float(grey[~mask].mean()), 1)
    if image.spacing_mm:
        data["area_mm2"] = round(area * image.spacing_mm[0] * image.spacing_mm[1], 1)
        data["spacing_mm"] = list(image.spacing_mm)
    return data


def mask_picture(mask: "Mask") -> "Pixels":
    """Return the mask as grey pixels, 255 inside and 0 outside."""
    import numpy as np

    return np.where(mask, np.uint8(255), np.uint8(0))


def overlay_picture(pixels: "Pixels", mask: "Mask", box: BoxPx) -> "Pixels":
    """Return the picture (RGB, at most 1024 pixels a side) with the mask's outline in yellow and the box in blue."""
    import cv2
    import numpy as np

    height, width = mask.shape
    scale = min(1.0, OVERLAY_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if scale < 1.0 else pixels
    shape = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    drawn = np.ascontiguousarray(np.repeat(small[..., None], 3, axis=2) if small.ndim == 2 else small).copy()
    first, last = ((round(x * scale), round(y * scale)) for x, y in ((box.x0, box.y0), (box.x1 - 1, box.y1 - 1)))
    cv2.rectangle(drawn, first, last, BOX_RGB, 1)
    edges, _ = cv2.findContours(shape, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(drawn, edges, -1, OUTLINE_RGB, max(1, max(size) // 400))
    return np.asarray(drawn, np.uint8)
