"""From an image reference to 16-bit grey pixels, the only kind the detector and the measures work on."""

from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.contracts.ports import ArtifactStore
from runtime.images.image_refs import casting_number, read_image_bytes
from runtime.inspection.castings import CASTING, make_casting
from runtime.inspection.decode_stored import StoredImage, decode_stored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WHITE = 65535
_BYTE_TO_WORD = 257


def read_pixels(ref: str, base: Path | None, artifacts: ArtifactStore | None) -> "NDArray[np.uint16]":
    """Return the image `ref` names as 16-bit grey; ratios of brightness are those of the file.

    `ref` is casting:<number>, a path under `base` or an artifact: PNG, JPEG or TIFF. Colour is weighed to grey, 8 bits
    are spread over 16, fractions of 1 and larger numbers than 65535 are scaled.
    Shapes: height x width, not zero; read-only.
    Raises: ImageError with what is wrong, where, and what to do; ImageDependencyError (one of it) without OpenCV.
    """
    if ref.startswith(CASTING):
        return make_casting(drawn_number(ref)).pixels
    stored = read_stored(ref, base, artifacts)
    try:
        return to_grey16(stored)
    except ImageError as exc:
        raise ImageError(f"image {ref!r}: {exc}") from exc


def drawn_number(ref: str) -> int:
    """Return the number of a reference that begins with casting:. Raises: ImageError when none follows."""
    number = casting_number(ref)
    if number is None:
        raise ImageError(f"image {ref[:80]!r}: no such casting; write casting:<number>, 0 to 999999999")
    return number


def read_stored(ref: str, base: Path | None, artifacts: ArtifactStore | None) -> StoredImage:
    """Return the values in the file or artifact `ref` names. Raises: ImageError, as read_pixels."""
    data = read_image_bytes(ref, base, artifacts)
    try:
        return decode_stored(data)
    except ImageError as exc:
        raise type(exc)(f"image {ref!r}: {exc}") from exc


def to_grey16(stored: StoredImage) -> "NDArray[np.uint16]":
    """Return the values as 16-bit grey, read-only. Raises: ImageError for values below zero or that are no numbers."""
    import cv2
    import numpy as np

    values = stored.values
    if values.dtype not in (np.uint8, np.uint16):
        values = _scaled(np.asarray(values, np.float64))
    elif values.dtype == np.uint8:
        values = values.astype(np.uint16) * np.uint16(_BYTE_TO_WORD)
    grey = cv2.cvtColor(values, cv2.COLOR_BGR2GRAY) if stored.is_colour else values
    pixels = np.array(grey, np.uint16)
    pixels.setflags(write=False)
    return pixels


def _scaled(values: "NDArray[np.float64]") -> "NDArray[np.uint16]":
    import numpy as np

    if not np.isfinite(values).all():
        raise ImageError("some values are not finite numbers; replace them and save as 16-bit grey PNG")
    if values.min() < 0:
        raise ImageError(f"values down to {values.min():g}; add an offset and save as 16-bit grey PNG")
    peak = float(values.max())
    if 0 < peak <= 1:
        values = values * _WHITE
    elif peak > _WHITE:
        values = values * (_WHITE / peak)
    return np.rint(values).astype(np.uint16)
