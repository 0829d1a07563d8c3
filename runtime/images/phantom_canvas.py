"""Shapes for drawn phantoms. Positions are in pixels from the upper left corner; whole numbers are pixel edges."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Grey = NDArray[np.float64]
    Mask = NDArray[np.bool_]


def draw_canvas(height: int, width: int, grey: float) -> "Grey":
    """Return a height x width picture that is `grey` everywhere."""
    import numpy as np

    return np.full((height, width), grey, np.float64)


def pixel_centers(grey: "Grey") -> tuple["Grey", "Grey"]:
    """Return x and y of every pixel's centre, each of the picture's shape, read-only; the first is 0.5."""
    import numpy as np

    x, y = np.arange(grey.shape[1]) + 0.5, np.arange(grey.shape[0]) + 0.5
    return np.broadcast_to(x, grey.shape), np.broadcast_to(y[:, None], grey.shape)


def ellipse(grey: "Grey", center_xy: tuple[float, float], semi_axes_xy: tuple[float, float]) -> "Mask":
    """Return which pixels have their centre in the ellipse, a mask of the picture's shape."""
    import numpy as np

    x, y = pixel_centers(grey)
    inside = ((x - center_xy[0]) / semi_axes_xy[0]) ** 2 + ((y - center_xy[1]) / semi_axes_xy[1]) ** 2 <= 1
    return np.asarray(inside, np.bool_)


def rectangle(grey: "Grey", box_px: tuple[int, int, int, int]) -> "Mask":
    """Return which pixels lie in the box (left, top, right, bottom; the last two just outside)."""
    import numpy as np

    left, top, right, bottom = box_px
    mask = np.zeros(grey.shape, np.bool_)
    mask[top:bottom, left:right] = True
    return mask


def box_around(mask: "Mask") -> list[float]:
    """Return the smallest box around the mask, [x0, y0, x1, y1] as fractions. The mask may not be empty."""
    import numpy as np

    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    height, width = mask.shape
    edges = (columns[0] / width, rows[0] / height, (columns[-1] + 1) / width, (rows[-1] + 1) / height)
    return [float(edge) for edge in edges]


def to_pixels(grey: "Grey") -> "Pixels":
    """Return the picture as read-only uint8: rounded, what lies outside 0-255 cut off."""
    import numpy as np

    pixels = np.clip(np.rint(grey), 0, 255).astype(np.uint8)
    pixels.setflags(write=False)
    return pixels
