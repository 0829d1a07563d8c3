"""PNG and JPEG. The size is read from the header before anything is decoded, so a small file cannot fill the memory."""

import struct
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ImageError
from runtime.tools.image_refs import ImageDependencyError
from runtime.tools.image_types import Image, missing_image_packages

if TYPE_CHECKING:
    from runtime.tools.image_types import Pixels

# Start-of-frame markers: C0-CF without C4 (Huffman tables), C8 (reserved), CC (arithmetic tables); F7 is JPEG-LS.
_START_OF_FRAME = frozenset({*range(0xC0, 0xD0), 0xF7}) - {0xC4, 0xC8, 0xCC}
_NO_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})


class RasterHeader(NamedTuple):
    """What a header says, in pixels."""

    width: int
    height: int
    is_animated: bool = False


def decode_raster(data: bytes, kind: str, max_pixels: int) -> Image:
    """Return the picture; transparency is dropped, 16 bits become 8, the EXIF orientation is applied.

    Raises: ImageError for damage, animation or more than `max_pixels`; ImageDependencyError without OpenCV.
    """
    missing = missing_image_packages("cv2")
    if missing:
        raise ImageDependencyError(missing)
    header = png_header(data) if kind == "PNG" else jpeg_header(data)
    if header is None or not header.width or not header.height:
        raise ImageError(f"damaged {kind} (no readable header); get the file again")
    if header.is_animated:
        raise ImageError(f"animated {kind}; save one frame as a still image")
    if header.width * header.height > max_pixels:
        raise ImageError(f"{header.width}x{header.height} is more than {max_pixels} pixels; scale it down or crop it")
    return Image(_decoded(data, kind), note=f"{kind}, as stored")


def png_header(data: bytes) -> RasterHeader | None:
    """Return the size in a PNG's first chunk, or None when it is not one. An `acTL` before the pixels is animation."""
    if len(data) < 33 or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", data[16:24])
    offset, is_animated = 8, False
    while offset + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[offset : offset + 8])
        if name in (b"IDAT", b"IEND"):
            break
        is_animated = is_animated or name == b"acTL"
        offset += 12 + length
    return RasterHeader(width, height, is_animated)


def jpeg_header(data: bytes) -> RasterHeader | None:
    """Return the size in a JPEG's start-of-frame segment, or None when there is none before the pixels."""
    offset = 2
    while offset + 9 <= len(data):
        if data[offset] != 0xFF:
            return None
        marker = data[offset + 1]
        if marker == 0xFF:  # fill byte
            offset += 1
        elif marker in _NO_LENGTH:
            offset += 2
        elif marker in _START_OF_FRAME:
            height, width = struct.unpack(">HH", data[offset + 5 : offset + 9])
            return RasterHeader(width, height)
        elif marker == 0xDA:
            return None
        else:
            offset += 2 + max(int(struct.unpack(">H", data[offset + 2 : offset + 4])[0]), 2)
    return None


def encoded_size(data: bytes) -> RasterHeader | None:
    """Return the size a JPEG, JPEG-LS or JPEG 2000 stream gives for itself, or None when it is none of them.

    A stream inside DICOM may claim another size than the file's header, and decoders believe the stream.
    """
    if data.startswith(b"\xff\xd8"):
        return jpeg_header(data)
    start = data.find(b"\xff\x4f\xff\x51", 0, 4096)
    if start < 0 or len(data) < start + 16:
        return None
    width, height = struct.unpack(">II", data[start + 8 : start + 16])
    return RasterHeader(width, height)


def _decoded(data: bytes, kind: str) -> "Pixels":
    import cv2
    import numpy as np

    # ANYCOLOR keeps grey grey; without UNCHANGED, alpha is dropped and 16 bits are scaled to 8.
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_ANYCOLOR)
    except cv2.error as exc:
        raise ImageError(f"damaged {kind} ({exc.err}); get the file again") from exc
    if pixels is None or not pixels.size:
        raise ImageError(f"damaged {kind} (the pixels cannot be decoded); get the file again")
    out: Pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB) if pixels.ndim == 3 else pixels, np.uint8)
    out.setflags(write=False)
    return out
