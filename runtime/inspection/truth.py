"""Where the voids really are. For scoring after the end; no tool and no prompt may import this."""

from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.inspection.castings import CASTING, casting_voids
from runtime.inspection.read_pixels import drawn_number, read_stored
from runtime.inspection.types import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.inspection.decode_stored import StoredImage


def truth_boxes(image: str, mask: str, base: Path | None) -> tuple[Box, ...]:
    """Return the boxes of the voids in `image`: a drawn casting's own, else the connected parts of its mask.

    `mask` is a path under `base`, non-zero where a void is; parts that touch, also at corners, are one.
    Raises: ImageError when there is no mask, or it cannot be read or is not of the image's size.
    """
    if image.startswith(CASTING):
        return casting_voids(drawn_number(image))
    if not mask:
        raise ImageError(f"image {image!r}: no mask, so nothing can be scored; name its mask, black where no void is")
    marked = mask_voids(mask, read_stored(mask, base, None))
    check_size(mask, marked, image, read_stored(image, base, None))
    return part_boxes(marked)


def mask_voids(name: str, stored: "StoredImage") -> "NDArray[np.bool_]":
    """Return where a mask marks a void. Shapes: height x width. Raises: ImageError for a JPEG."""
    import numpy as np

    if stored.kind == "JPEG":
        raise ImageError(f"mask {name!r}: JPEG changes the values near a void; save it as PNG")
    marked = stored.values != 0
    return np.asarray(marked.any(axis=2) if stored.is_colour else marked, bool)


def check_size(mask: str, marked: "NDArray[np.bool_]", image: str, stored: "StoredImage") -> None:
    """Return when a mask fits its image. Raises: ImageError otherwise."""
    height, width = marked.shape
    if (width, height) != stored.size_px:
        wide, high = stored.size_px
        found = f"mask {mask!r}: {width}x{height} pixels, but image {image!r} has {wide}x{high}"
        raise ImageError(f"{found}; draw it on the image itself")


def part_boxes(marked: "NDArray[np.bool_]") -> tuple[Box, ...]:
    """Return the box of each connected part, from the top down."""
    import cv2
    import numpy as np

    stats = cv2.connectedComponentsWithStats(marked.astype(np.uint8), connectivity=8)[2]
    boxes = [[int(value) for value in row[:4]] for row in stats[1:]]
    return tuple(
        sorted((Box(x, y, x + wide, y + high) for x, y, wide, high in boxes), key=lambda box: (box.y0, box.x0))
    )
