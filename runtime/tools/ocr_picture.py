"""A picture as text readers want it: within their sizes, not too long and thin, with room around the text; and back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from runtime.images.boxes import BoxPx

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

MARGIN_PX = 10
MAX_ASPECT = 4.0
MAX_ENLARGEMENT = 4.0


class TextLine(NamedTuple):
    """One line that was read. Units: confidence 0-1; box in pixels of the picture that was given."""

    text: str
    confidence: float
    box: BoxPx


@dataclass(frozen=True, eq=False)
class ReadablePicture:
    """The picture that is read: `scale` times the given one, `MARGIN_PX` in from the upper left corner.

    Shapes: pixels is uint8, height x width (grey) or height x width x 3 (RGB). Units: width and height of the given
    picture, pixels.
    """

    pixels: "Pixels"
    scale: float
    width: int
    height: int

    def box_in_given(self, x0: float, y0: float, x1: float, y1: float) -> BoxPx:
        """Return a box of this picture in pixels of the given one, inside it and at least one pixel each way."""

        def place(value: float, size: int) -> int:
            return min(max(round((value - MARGIN_PX) / self.scale), 0), size)

        left, top = min(place(x0, self.width), self.width - 1), min(place(y0, self.height), self.height - 1)
        return BoxPx(left, top, max(place(x1, self.width), left + 1), max(place(y1, self.height), top + 1))


def readable_picture(pixels: "Pixels", least_px: int, most_px: int) -> ReadablePicture:
    """Return `pixels` with the longer side between `least_px` and `most_px`, at most four times enlarged.

    A margin in the picture's own median colour goes around it, and more of it at the right or bottom until one side is
    at most four times the other: readers scale by the shorter side.
    """
    import cv2
    import numpy as np

    height, width = pixels.shape[:2]
    longest = max(height, width)
    scale = min(most_px / longest, max(1.0, min(least_px / longest, MAX_ENLARGEMENT)))
    new_width, new_height = max(round(width * scale), 1), max(round(height * scale), 1)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = pixels if scale == 1.0 else cv2.resize(pixels, (new_width, new_height), interpolation=how)
    room_right = max(0, round(new_height / MAX_ASPECT) - new_width)
    room_below = max(0, round(new_width / MAX_ASPECT) - new_height)
    shade = np.median(scaled.reshape(-1, *scaled.shape[2:]), axis=0)
    colour = [float(value) for value in np.atleast_1d(shade)]
    framed = cv2.copyMakeBorder(
        scaled,
        MARGIN_PX,
        MARGIN_PX + room_below,
        MARGIN_PX,
        MARGIN_PX + room_right,
        cv2.BORDER_CONSTANT,
        value=colour,
    )
    return ReadablePicture(np.asarray(framed, np.uint8), scale, width, height)


def is_frame(box: BoxPx, width: int, height: int) -> bool:
    """Whether a box spans nearly all of a picture that is no single line of text: its edge was taken for letters."""
    spans = (box.x1 - box.x0) >= 0.9 * width and (box.y1 - box.y0) >= 0.9 * height
    return spans and height >= 200
