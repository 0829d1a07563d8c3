"""What can be measured of a candidate, from the pixels alone."""

from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.inspection.types import Box, Measures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST_RING_PX = 3


def measure_candidate(pixels: "NDArray[np.uint16]", box: Box) -> Measures:
    """Return the measures of what is in `box`. The ring is half the box's longer side wide, at least 3 pixels.

    Where nothing is left around the box, or all around it is black, contrast is 0.
    Raises: ImageError for a box that is empty or not inside the image.
    """
    import numpy as np

    height, width = pixels.shape
    if not (0 <= box.x0 < box.x1 <= width and 0 <= box.y0 < box.y1 <= height):
        raise ImageError(f"box {list(box)}: not inside the image of {width}x{height} pixels; take a candidate's box")
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    inside = pixels[box.y0 : box.y1, box.x0 : box.x1].astype(np.float64)
    ring = _ring_mean(pixels, box, max(_LEAST_RING_PX, max(wide, high) // 2))
    return Measures(
        contrast=float(inside.mean()) / ring - 1 if ring else 0.0,
        area_px=float(_bright_px(inside, ring)),
        aspect_ratio=max(wide, high) / min(wide, high),
        edge_distance_px=float(min(box.x0, box.y0, width - box.x1, height - box.y1)),
    )


def _ring_mean(pixels: "NDArray[np.uint16]", box: Box, reach: int) -> float:
    """Return the mean brightness within `reach` pixels of the box but outside it; 0 when there is nothing."""
    import numpy as np

    around = pixels[max(box.y0 - reach, 0) : box.y1 + reach, max(box.x0 - reach, 0) : box.x1 + reach]
    count = around.size - box.area_px
    if not count:
        return 0.0
    inside = pixels[box.y0 : box.y1, box.x0 : box.x1]
    return float(around.sum(dtype=np.float64) - inside.sum(dtype=np.float64)) / count


def _bright_px(inside: "NDArray[np.float64]", ring: float) -> int:
    """Return how many pixels are brighter than half way between ring and peak, after taking off single-pixel noise."""
    import cv2
    import numpy as np

    smooth = cv2.GaussianBlur(inside, (3, 3), 0, borderType=cv2.BORDER_REPLICATE)
    return int(np.count_nonzero(smooth > (ring + float(smooth.max())) / 2))
