"""Drawn X-ray castings: a plate seen through by the Beer-Lambert law, voids brighter because less is in the way.

`casting:<number>` names one. The number is the only seed, so that an image never has to be stored.
Source: I = I0 exp(-mu t), with Poisson noise of the photons and Gaussian noise of the detector.
"""

import math
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.images.image_refs import ImageDependencyError
from runtime.images.image_types import missing_image_packages
from runtime.inspection.scene import SIDE_PX, Feature, Plate, casting_rng, draw_scene
from runtime.inspection.types import Box, Casting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CASTING = "casting:"
MAX_NUMBER = 999_999_999

_ATTENUATION_PER_MM = 0.13
_OPEN_BEAM_PHOTONS = 26_000.0
_COUNTS_A_PHOTON = 4.0
_UNSHARPNESS_PX = 1.1
_READ_NOISE_PHOTONS = 25.0
_MOTTLE_MM = 0.05
_MOTTLE_PX = 3.0


def make_casting(number: int) -> Casting:
    """Return casting `number` with the exact boxes of its voids; equal at each call.

    Shapes: pixels 256 x 256, read-only.
    Raises: ImageError for a number that is not 0 to 999,999,999; ImageDependencyError (one of it) without OpenCV.
    """
    _check(number)
    missing = missing_image_packages("cv2")
    if missing:
        raise ImageDependencyError(missing)
    scene = draw_scene(number)
    thickness = _plate_mm(scene.plate)
    boxes = [_take_away(thickness, void) for void in scene.voids]
    for feature in scene.distractors:
        _take_away(thickness, feature)
    pixels = _expose(thickness, casting_rng(number, 1))
    pixels.setflags(write=False)
    return Casting(pixels, tuple(box for box in boxes if box is not None))


def casting_voids(number: int) -> tuple[Box, ...]:
    """Return make_casting(number).voids without exposing the image. Raises: ImageError, as it does."""
    return tuple(box for _, box in _void_patches(number))


def casting_mask(number: int) -> "NDArray[np.uint8]":
    """Return where the voids are: 255 in a void, else 0; no two voids touch. Raises: ImageError, as make_casting.

    Shapes: 256 x 256.
    """
    import numpy as np

    mask = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    for inside, box in _void_patches(number):
        mask[box.y0 : box.y1, box.x0 : box.x1][inside] = 255
    return mask


def _check(number: int) -> None:
    if not 0 <= number <= MAX_NUMBER:
        raise ImageError(f"casting {number}: no such number; use 0 to {MAX_NUMBER}")


def _void_patches(number: int) -> "list[tuple[NDArray[np.bool_], Box]]":
    _check(number)
    found = []
    for void in draw_scene(number).voids:
        missing, corner = _missing_mm(void)
        box = _bounds(missing, corner)
        if box is not None:
            x, y = corner
            found.append((missing[box.y0 - y : box.y1 - y, box.x0 - x : box.x1 - x] > 0, box))
    return found


def _plate_mm(plate: Plate) -> "NDArray[np.float32]":
    import numpy as np

    axis = np.arange(SIDE_PX, dtype=np.float32) - np.float32(SIDE_PX / 2)
    x, y = axis[None, :], axis[:, None]
    tilt = plate.tilt_mm / SIDE_PX
    thickness = plate.thickness_mm + tilt * (math.cos(plate.tilt_rad) * x + math.sin(plate.tilt_rad) * y)
    if plate.step_mm:
        across = math.cos(plate.step_rad) * x + math.sin(plate.step_rad) * y - plate.step_px
        # A cast step is a slope of a few pixels, not a wall.
        thickness += plate.step_mm * np.clip(across / 8 + 0.5, 0.0, 1.0)
    return np.asarray(thickness, np.float32)


def _take_away(thickness: "NDArray[np.float32]", feature: Feature) -> Box | None:
    """Take the feature's material out of `thickness`, in place; return the box of what was changed."""
    missing, (x, y) = _missing_mm(feature)
    height, width = missing.shape
    thickness[y : y + height, x : x + width] -= missing
    return _bounds(missing, (x, y))


def _missing_mm(feature: Feature) -> "tuple[NDArray[np.float32], tuple[int, int]]":
    """Return the material missing in the smallest patch around the feature, and the patch's first (x, y)."""
    import numpy as np

    reach = feature.along + 1
    x0, x1 = max(math.floor(feature.x - reach), 0), min(math.ceil(feature.x + reach) + 1, SIDE_PX)
    y0, y1 = max(math.floor(feature.y - reach), 0), min(math.ceil(feature.y + reach) + 1, SIDE_PX)
    x = np.arange(x0, max(x1, x0), dtype=np.float32)[None, :] - np.float32(feature.x)
    y = np.arange(y0, max(y1, y0), dtype=np.float32)[:, None] - np.float32(feature.y)
    cos, sin = math.cos(feature.turn_rad), math.sin(feature.turn_rad)
    inside = 1 - ((x * cos + y * sin) / feature.along) ** 2 - ((y * cos - x * sin) / feature.across) ** 2
    share = np.sqrt(np.maximum(inside, 0.0)) if feature.profile == "ellipsoid" else inside > 0
    return np.asarray(feature.depth_mm * share, np.float32), (x0, y0)


def _bounds(missing: "NDArray[np.float32]", corner: tuple[int, int]) -> Box | None:
    import numpy as np

    columns = np.flatnonzero((missing > 0).any(axis=0))
    rows = np.flatnonzero((missing > 0).any(axis=1))
    if not columns.size:
        return None
    x, y = corner
    return Box(x + int(columns[0]), y + int(rows[0]), x + int(columns[-1]) + 1, y + int(rows[-1]) + 1)


def _expose(thickness: "NDArray[np.float32]", rng: "np.random.Generator") -> "NDArray[np.uint16]":
    import cv2
    import numpy as np

    shape = thickness.shape
    mottle = cv2.GaussianBlur(rng.standard_normal(shape, np.float32), (0, 0), _MOTTLE_PX)
    # Blurring white noise by sigma leaves 1 / (2 sigma sqrt(pi)) of it.
    thickness = thickness + np.float32(_MOTTLE_MM * 2 * _MOTTLE_PX * math.sqrt(math.pi)) * mottle
    photons = np.float32(_OPEN_BEAM_PHOTONS) * np.exp(np.float32(-_ATTENUATION_PER_MM) * thickness)
    photons = cv2.GaussianBlur(photons, (0, 0), _UNSHARPNESS_PX)
    seen = rng.poisson(photons).astype(np.float32)
    seen += np.float32(_READ_NOISE_PHOTONS) * rng.standard_normal(shape, np.float32)
    return np.asarray(np.clip(np.rint(seen * np.float32(_COUNTS_A_PHOTON)), 0, 65535), np.uint16)
