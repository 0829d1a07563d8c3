"""GrabCut by box: the classical cut that stands in where no model is built. It needs contrast."""

from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.errors import ToolError
from runtime.images.boxes import BoxPx

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Mask: TypeAlias = NDArray[np.bool_]

MAX_SIDE = 512
ROUNDS = 5
# Ground around the box that is sure not to be the structure, as a share of the box's longer edge.
MARGIN = 0.5


def grabcut_outline(pixels: "Pixels", box: BoxPx) -> "Mask":
    """Return the mask of what is in `box`, height x width, never outside the box; it may be empty.

    The box with its surroundings is scaled to at most 512 pixels a side, the mask scaled back. Equal pictures give
    equal masks. Raises: ToolError invalid_arguments when the box leaves no ground around it.
    Source: Rother, Kolmogorov, Blake 2004.
    """
    import cv2
    import numpy as np

    height, width = pixels.shape[:2]
    window = _widened(box, height, width)
    if window == box:
        raise ToolError(
            "invalid_arguments",
            "the box covers the whole image; GrabCut needs some ground around it: give a smaller box",
        )
    part = np.ascontiguousarray(pixels[window.y0 : window.y1, window.x0 : window.x1])
    scale = min(1.0, MAX_SIDE / max(part.shape[:2]))
    size = (max(2, round(part.shape[1] * scale)), max(2, round(part.shape[0] * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA) if scale < 1.0 else part
    found = _cut(np.asarray(small, np.uint8), _seeds(box, window, small.shape[0], small.shape[1]))
    full = cv2.resize(found, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    mask = np.zeros((height, width), np.bool_)
    mask[window.y0 : window.y1, window.x0 : window.x1] = full
    inside = np.zeros_like(mask)
    inside[box.y0 : box.y1, box.x0 : box.x1] = True
    return np.asarray(mask & inside, np.bool_)


def _widened(box: BoxPx, height: int, width: int) -> BoxPx:
    margin = max(4, round(MARGIN * max(box.x1 - box.x0, box.y1 - box.y0)))
    return BoxPx(
        max(box.x0 - margin, 0), max(box.y0 - margin, 0), min(box.x1 + margin, width), min(box.y1 + margin, height)
    )


def _seeds(box: BoxPx, window: BoxPx, height: int, width: int) -> "Pixels":
    """Ground for sure outside the box, the structure perhaps inside it; on the window's scaled grid."""
    import cv2
    import numpy as np

    across, down = width / (window.x1 - window.x0), height / (window.y1 - window.y0)
    left, top = int((box.x0 - window.x0) * across), int((box.y0 - window.y0) * down)
    right, bottom = round((box.x1 - window.x0) * across), round((box.y1 - window.y0) * down)
    seeds = np.full((height, width), cv2.GC_BGD, np.uint8)
    seeds[top : max(bottom, top + 1), left : max(right, left + 1)] = cv2.GC_PR_FGD
    return seeds


def _cut(pixels: "Pixels", seeds: "Pixels") -> "Pixels":
    """1 where the structure is. Seeds that leave no ground on a scaled grid, or a flat picture, find nothing."""
    import cv2
    import numpy as np

    if pixels.min() == pixels.max() or not (seeds == cv2.GC_BGD).any():
        return np.zeros_like(seeds)
    rgb = np.repeat(pixels[..., None], 3, axis=2) if pixels.ndim == 2 else pixels
    labels, ground, front = seeds.copy(), np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(0)
    try:
        cv2.grabCut(np.ascontiguousarray(rgb), labels, (0, 0, 1, 1), ground, front, ROUNDS, cv2.GC_INIT_WITH_MASK)
    except cv2.error as exc:
        raise ToolError("business_failure", f"GrabCut cannot cut here ({exc.err}); give a larger box") from exc
    return np.asarray((labels == cv2.GC_FGD) | (labels == cv2.GC_PR_FGD), np.uint8)
