"""Image files as X-ray folders hold them, for tests."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.integer | np.floating]


def grey16(height: int = 48, width: int = 64) -> NDArray[np.uint16]:
    """Return a ramp whose values are all different."""
    return (np.arange(height * width).reshape(height, width) * 20).astype(np.uint16)


def marked(*boxes: tuple[int, int, int, int], height: int = 48, width: int = 64) -> NDArray[np.uint8]:
    """Return a mask with these boxes (x0, y0, x1, y1) filled."""
    mask = np.zeros((height, width), np.uint8)
    for x0, y0, x1, y1 in boxes:
        mask[y0:y1, x0:x1] = 255
    return mask


def encoded(suffix: str, values: Values) -> bytes:
    """Return the values as a file of that kind."""
    ok, data = cv2.imencode(suffix, values)
    assert ok
    return bytes(data.tobytes())


def write_image(path: Path, values: Values) -> Path:
    """Write the values to a file of the kind its suffix says and return its path."""
    path.write_bytes(encoded(path.suffix, values))
    return path


def write_plates(base: Path, *stems: str) -> None:
    """Write usable images to xray/plates and their masks, without a void, to xray/masks."""
    for place, values in (("plates", grey16()), ("masks", marked())):
        (base / "xray" / place).mkdir(parents=True, exist_ok=True)
        for stem in stems:
            write_image(base / "xray" / place / f"{stem}.png", values)
