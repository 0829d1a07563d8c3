"""A plain detector of bright spots: difference of Gaussians, one threshold, connected parts. No truth, no learning.

The threshold is low on purpose: most of what it finds is no void.
"""

from typing import TYPE_CHECKING

from runtime.inspection.types import Box, Candidate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 40
_SPOT_PX = 1.8
_SURROUNDINGS_PX = 9.0
_NOISE_TIMES = 3.45
_LEAST_CONTRAST = 0.002
_LEAST_PX = 14
_LARGEST_SHARE = 0.25


def find_candidates(pixels: "NDArray[np.uint16]", most: int = MOST) -> tuple[Candidate, ...]:
    """Return what is brighter than its surroundings, the strongest first, at most `most`; equal at each call.

    Shapes: pixels height x width, of any size; ids are 1 to n in the order given.
    """
    import cv2
    import numpy as np

    if not pixels.size or most < 1:
        return ()
    response = _spot_response(pixels)
    # Half of all pixels lie within 0.6745 standard deviations, whatever the bright ones are like.
    noise = float(np.median(np.abs(response[::2, ::2]))) / 0.6745
    bright = response > max(_NOISE_TIMES * noise, _LEAST_CONTRAST)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(bright.astype(np.uint8), connectivity=8)
    sizes = stats[:, cv2.CC_STAT_AREA]
    kept = np.flatnonzero((sizes >= _LEAST_PX) & (sizes <= _LARGEST_SHARE * pixels.size))
    kept = kept[kept > 0]  # label 0 is all that is not bright
    strength = np.zeros(len(stats))
    np.add.at(strength, np.asarray(labels[bright], np.intp), response[bright])
    order = kept[np.argsort(-strength[kept], kind="stable")][:most]
    return tuple(Candidate(index + 1, _box(stats[label])) for index, label in enumerate(order))


def _spot_response(pixels: "NDArray[np.uint16]") -> "NDArray[np.float32]":
    """Return how much brighter each pixel's spot is than its surroundings, as a share of them; unitless."""
    import cv2
    import numpy as np

    image = pixels.astype(np.float32)
    spot = cv2.GaussianBlur(image, (0, 0), _SPOT_PX)
    around = cv2.GaussianBlur(image, (0, 0), _SURROUNDINGS_PX)
    return np.asarray((spot - around) / np.maximum(around, 1.0), np.float32)


def _box(stats: "NDArray[np.int32]") -> Box:
    x, y, width, height = (int(value) for value in stats[:4])
    return Box(x, y, x + width, y + height)
