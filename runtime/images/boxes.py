"""Boxes as models give them: four fractions of the image. Pure arithmetic."""

import math
from typing import NamedTuple

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject

BOX_SCHEMA: JsonObject = {
    "type": "array",
    "description": (
        "[x0, y0, x1, y1] as fractions 0-1 of the image's width and height, from the upper left corner; "
        "what lies outside is cut off"
    ),
    "items": {"type": "number"},
    "minItems": 4,
    "maxItems": 4,
}
BOX_PX_SCHEMA: JsonObject = {
    "type": "array",
    "description": "[x0, y0, x1, y1] in pixels of the whole image; x1 and y1 are the first outside",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 4,
    "maxItems": 4,
}
SIZE_PX_SCHEMA: JsonObject = {
    "type": "array",
    "description": "[width, height] in pixels",
    "items": {"type": "integer", "minimum": 1},
    "minItems": 2,
    "maxItems": 2,
}


_FAR = 1e6


class BoxPx(NamedTuple):
    """A box in pixels; x1 and y1 are the first column and row outside it."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def words(self) -> str:
        """How summaries say it."""
        return f"x {self.x0}-{self.x1}, y {self.y0}-{self.y1}"


def box_in_pixels(box: object, width: int, height: int, padding: float = 0.0) -> BoxPx:
    """Return `box` (fractions) in pixels of a `width` x `height` image, widened and clamped to it.

    `padding` is a fraction of the box's own width and height, added on every side. The result has at least 2 x 2
    pixels. Parts outside the image are cut off; corners are never swapped.
    Raises: ToolError invalid_arguments for a box that is malformed, reversed, not finite, empty or wholly outside, and
        for padding that is not 0-1.
    """
    x0, y0, x1, y1 = _four_numbers(box)
    if not 0 <= padding <= 1:
        raise ToolError("invalid_arguments", f"padding {padding}: needs a fraction 0-1 of the box's size")
    if x0 >= x1 or y0 >= y1:
        raise ToolError("invalid_arguments", f"box {[x0, y0, x1, y1]}: needs x0 < x1 and y0 < y1")
    pad_x, pad_y = (x1 - x0) * padding, (y1 - y0) * padding
    left, right = _clamped(x0 - pad_x, x1 + pad_x, width)
    top, bottom = _clamped(y0 - pad_y, y1 + pad_y, height)
    if right - left < 2 or bottom - top < 2:
        raise ToolError(
            "invalid_arguments",
            f"box {[x0, y0, x1, y1]}: empty in an image of {width}x{height} pixels; "
            "give fractions between 0 and 1 (not pixels) and a larger box",
        )
    return BoxPx(left, top, right, bottom)


def _four_numbers(box: object) -> tuple[float, float, float, float]:
    items = list(box) if isinstance(box, list | tuple) else []
    numbers = [_finite(item) for item in items if isinstance(item, int | float) and not isinstance(item, bool)]
    if len(items) != 4 or len(numbers) != 4:
        raise ToolError("invalid_arguments", "box: needs four numbers [x0, y0, x1, y1], each a fraction 0-1")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _finite(number: int | float) -> float:
    try:
        value = float(number)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise ToolError("invalid_arguments", "box: NaN and infinity are not positions; give fractions 0-1")
    # Far outside is outside; the difference of two huge numbers would be infinite.
    return min(max(value, -_FAR), _FAR)


def _clamped(low: float, high: float, size: int) -> tuple[int, int]:
    """Whole pixels that cover low..high, within 0..size. A huge float may not reach int()."""
    start, end = min(max(low, 0.0), 1.0) * size, min(max(high, 0.0), 1.0) * size
    # 1e-6: 0.3 * 10 is 3.0000000000000004 for some sizes and must not cover one pixel more.
    return math.floor(start + 1e-6), math.ceil(end - 1e-6)
