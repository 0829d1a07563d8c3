"""What an X-ray inspection is about: boxes, candidates, their measurements, and a drawn casting."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Box(NamedTuple):
    """Pixels x0 <= x < x1, y0 <= y < y1; x to the right, y down."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def area_px(self) -> int:
        """Pixels inside; 0 for an empty box."""
        return max(self.x1 - self.x0, 0) * max(self.y1 - self.y0, 0)


class Candidate(NamedTuple):
    """Something that may be a void. Ids count from 1 in an image."""

    id: int
    box: Box


class Measures(NamedTuple):
    """What is measured of a candidate.

    contrast: mean brightness inside over the ring around it, less 1 (unitless; voids are brighter). area_px: pixels
    brighter than half way between ring and peak. aspect_ratio: longer over shorter side of the box, 1 or more.
    edge_distance_px: from the box to the nearest image edge; 0 touches it.
    """

    contrast: float
    area_px: float
    aspect_ratio: float
    edge_distance_px: float


MEASURES: tuple[str, ...] = Measures._fields


@dataclass(frozen=True)
class Casting:
    """A drawn X-ray image with its truth. Shapes: pixels (height, width), uint16, brighter where less is absorbed."""

    pixels: "NDArray[np.uint16]"
    voids: tuple[Box, ...]
