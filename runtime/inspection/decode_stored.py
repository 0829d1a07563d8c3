"""PNG, JPEG and TIFF with the numbers they hold: no stretching, no colour management, no turning by EXIF.

Size and wholeness are read from the file's structure before anything is decoded.
"""

import struct
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ImageError
from runtime.images.image_refs import ImageDependencyError
from runtime.images.image_types import missing_image_packages
from runtime.images.load_image import MAX_PIXELS, sniff
from runtime.images.raster_image import RasterHeader, jpeg_header, picture_chunks, png_header

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Stored = NDArray[np.integer | np.floating]

READ_KINDS = ("PNG", "TIFF", "JPEG")
_JPEG_END = b"\xff\xd9"
_JPEG_TAIL_BYTES = 4096
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257
_TIFF_SHORT = 3


class StoredImage(NamedTuple):
    """What a file holds, without transparency.

    Shapes: values (height, width), or (height, width, 3) in blue, green, red.
    """

    kind: str
    values: "Stored"

    @property
    def is_colour(self) -> bool:
        """Whether there are three channels, be they equal or not."""
        return self.values.ndim == 3

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height)."""
        return int(self.values.shape[1]), int(self.values.shape[0])


def decode_stored(data: bytes) -> StoredImage:
    """Return the values in a PNG, JPEG or single-page TIFF of at most 40 megapixels.

    Raises: ImageError (without the image's name) for another kind, damage or size; ImageDependencyError without OpenCV.
    """
    missing = missing_image_packages("cv2")
    if missing:
        raise ImageDependencyError(missing)
    kind = sniff(data)
    if kind not in READ_KINDS:
        found = f"{kind} is not read here" if kind else "the content is not a known image format"
        raise ImageError(f"{found}; save it as 16-bit grey PNG")
    header = _header(data, kind)
    if header is None or not header.width or not header.height:
        raise ImageError(f"damaged {kind} (no readable size); get the file again")
    if header.is_animated:
        raise ImageError(f"{kind} of several pictures; save the one to inspect on its own")
    if header.width * header.height > MAX_PIXELS:
        raise ImageError(f"{header.width}x{header.height} is more than {MAX_PIXELS} pixels; crop it or scale it down")
    if kind == "PNG":
        data = picture_chunks(data)
    elif kind == "JPEG" and data.find(_JPEG_END, max(len(data) - _JPEG_TAIL_BYTES, 0)) < 0:
        raise ImageError("damaged JPEG (cut off: it has no end marker); get the file again")
    return StoredImage(kind, _without_alpha(_decoded(data, kind)))


def _header(data: bytes, kind: str) -> RasterHeader | None:
    if kind == "PNG":
        return png_header(data)
    return jpeg_header(data) if kind == "JPEG" else tiff_header(data)


def tiff_header(data: bytes) -> RasterHeader | None:
    """Return the size in a TIFF's first directory, or None; a second directory counts as animation."""
    order = "<" if data.startswith(b"II") else ">"
    try:
        (start,) = struct.unpack_from(f"{order}I", data, 4)
        (count,) = struct.unpack_from(f"{order}H", data, start)
        size = {}
        for entry in range(start + 2, start + 2 + 12 * count, 12):
            tag, kind = struct.unpack_from(f"{order}HH", data, entry)
            if tag in (_TIFF_WIDTH, _TIFF_HEIGHT):
                (size[tag],) = struct.unpack_from(f"{order}{'H' if kind == _TIFF_SHORT else 'I'}", data, entry + 8)
        (following,) = struct.unpack_from(f"{order}I", data, start + 2 + 12 * count)
    except struct.error:
        return None
    return RasterHeader(size.get(_TIFF_WIDTH, 0), size.get(_TIFF_HEIGHT, 0), following != 0)


def _decoded(data: bytes, kind: str) -> "Stored":
    import cv2
    import numpy as np

    try:
        values = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error as exc:
        raise ImageError(f"damaged {kind} ({exc.err}); get the file again") from exc
    if values is None or not values.size:
        raise ImageError(f"damaged {kind} (the pixels cannot be decoded); get the file again")
    stored: Stored = values
    return stored


def _without_alpha(values: "Stored") -> "Stored":
    if values.ndim == 2:
        return values
    channels = values.shape[2]
    if channels > 4:
        raise ImageError(f"{channels} channels; save it as 16-bit grey PNG")
    return values[:, :, :3] if channels >= 3 else values[:, :, 0]
