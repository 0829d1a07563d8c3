"""PNG and JPEG. Size and wholeness are read from the file's structure before anything is decoded.

So a small file cannot fill the memory, and one that was cut off is refused rather than shown with a grey rest. Only the
chunks that make a PNG's picture reach the decoder: no colour profiles, no texts.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ImageError
from runtime.images.image_refs import ImageDependencyError
from runtime.images.image_types import Image, missing_image_packages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

# Start-of-frame markers: C0-CF without C4 (Huffman tables), C8 (reserved), CC (arithmetic tables); F7 is JPEG-LS.
_START_OF_FRAME = frozenset({*range(0xC0, 0xD0), 0xF7}) - {0xC4, 0xC8, 0xCC}
_NO_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
_START_OF_SCAN, _END_OF_IMAGE = 0xDA, b"\xff\xd9"
_PICTURE_CHUNKS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"})


class RasterHeader(NamedTuple):
    """What a header says, in pixels."""

    width: int
    height: int
    is_animated: bool = False


def decode_raster(data: bytes, kind: str, max_pixels: int) -> Image:
    """Return the picture; transparency is dropped, 16 bits become 8, the EXIF orientation is applied.

    Of 16 bits the upper eight that are in use are kept, so that 12-bit pictures do not come out black.
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
    if kind == "PNG":
        return _shown(_decoded(picture_chunks(data), kind), kind)
    if not _has_end(data):
        raise ImageError("damaged JPEG (cut off: it has no end marker); get the file again")
    return _shown(_decoded(data, kind), kind)


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


def picture_chunks(data: bytes) -> bytes:
    """Return the PNG with nothing but what makes its picture. Raises: ImageError when it is cut off or damaged."""
    kept, offset = [data[:8]], 8
    while offset + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[offset : offset + 8])
        end = offset + 12 + length
        if end > len(data):
            break
        if name in _PICTURE_CHUNKS:
            (stored,) = struct.unpack(">I", data[end - 4 : end])
            if zlib.crc32(data[offset + 4 : end - 4]) != stored:
                raise ImageError(f"damaged PNG (checksum of {name.decode()} at byte {offset}); get the file again")
            kept.append(data[offset:end])
        if name == b"IEND":
            return b"".join(kept)
        offset = end
    raise ImageError("damaged PNG (cut off: it has no end chunk); get the file again")


def jpeg_header(data: bytes) -> RasterHeader | None:
    """Return the size in a JPEG's start-of-frame segment, or None when there is none before the pixels."""
    for marker, offset in _segments(data):
        if marker in _START_OF_FRAME:
            height, width = struct.unpack(">HH", data[offset + 5 : offset + 9])
            return RasterHeader(width, height)
    return None


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield (marker, offset) of a JPEG's segments, up to the first scan."""
    offset = 2
    while offset + 9 <= len(data) and data[offset] == 0xFF:
        marker = data[offset + 1]
        if marker == 0xFF:  # fill byte
            offset += 1
        elif marker in _NO_LENGTH:
            offset += 2
        else:
            yield marker, offset
            if marker == _START_OF_SCAN:
                return
            offset += 2 + max(int(struct.unpack(">H", data[offset + 2 : offset + 4])[0]), 2)


def _has_end(data: bytes) -> bool:
    """Whether an end marker follows the first scan; a thumbnail before it has one of its own."""
    scan = next((offset for marker, offset in _segments(data) if marker == _START_OF_SCAN), len(data))
    return data.rfind(_END_OF_IMAGE) > scan


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


def _decoded(data: bytes, kind: str) -> "NDArray[np.integer]":
    import cv2
    import numpy as np

    # ANYCOLOR keeps grey grey, ANYDEPTH 16 bits 16; without UNCHANGED, alpha is dropped.
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error as exc:
        raise ImageError(f"damaged {kind} ({exc.err}); get the file again") from exc
    if pixels is None or not pixels.size:
        raise ImageError(f"damaged {kind} (the pixels cannot be decoded); get the file again")
    return np.asarray(pixels, pixels.dtype)


def _shown(pixels: "NDArray[np.integer]", kind: str) -> Image:
    import cv2
    import numpy as np

    note = f"{kind}, as stored"
    if pixels.dtype == np.uint16:
        used = max(int(pixels.max()).bit_length(), 8)
        pixels, note = (pixels >> (used - 8)).astype(np.uint8), f"{kind} of 16 bits, {used} in use, shown as 8"
    out: Pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB) if pixels.ndim == 3 else pixels, np.uint8)
    out.setflags(write=False)
    return Image(out, note=note)
