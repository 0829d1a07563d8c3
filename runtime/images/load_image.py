"""Images as tools see them: eight-bit pixels, whatever the file was; its kind is told by content, not by extension."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.contracts.ports import ArtifactStore
from runtime.images.image_refs import PHANTOM, ImageDependencyError, read_image_bytes
from runtime.images.image_types import Image, missing_image_packages

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

MAX_PIXELS = 40_000_000


def load_image(
    ref: str, *, base: Path | None = None, artifacts: ArtifactStore | None = None, frame: int | None = None
) -> Image:
    """Return the image `ref` names (see image_refs for the forms). PNG, JPEG and DICOM, at most 40 megapixels.

    `frame` counts from 1 and is for files of several; left out, it is the middle one.
    Raises: ImageError with what is wrong, where, and what to do; ImageDependencyError (one of it) when a package
        is absent.
    """
    if ref.startswith(PHANTOM):
        with _named(ref):
            _check_still(frame)
        return _drawn(ref.removeprefix(PHANTOM))
    data = read_image_bytes(ref, base, artifacts)
    with _named(ref):
        return decode_image(data, frame)


def _drawn(name: str) -> Image:
    """Return a phantom as an image. Its truth stays behind: no tool and no prompt may see it."""
    from runtime.images.phantoms import draw_phantom

    phantom = draw_phantom(name)
    return Image(phantom.pixels, phantom.modality, phantom.spacing_mm, note=phantom.note)


def decode_image(data: bytes, frame: int | None = None) -> Image:
    """Return the image in `data`. Raises: ImageError, as load_image, without the reference in its message."""
    kind = sniff(data)
    if kind == "DICOM":
        from runtime.images.dicom_image import decode_dicom

        return decode_dicom(data, MAX_PIXELS, frame)
    if kind in ("PNG", "JPEG"):
        _check_still(frame)
        from runtime.images.raster_image import decode_raster

        return decode_raster(data, kind, MAX_PIXELS)
    found = f"{kind} is not read" if kind else "the content is not a known image format"
    raise ImageError(f"{found}; convert it to PNG, JPEG or DICOM")


def sniff(data: bytes) -> str:
    """Return what the bytes are: DICOM, PNG, JPEG, a named format that is not read, or an empty string.

    DICOM also without its 128-byte preamble, which old files lack: they begin with an element of group 2 or 8.
    """
    if data[128:132] == b"DICM" or _BARE_DICOM.match(data):
        return "DICOM"
    for offset, magic, kind in _MAGIC:
        if data.startswith(magic, offset):
            return kind
    return ""


def _check_still(frame: int | None) -> None:
    if frame not in (None, 1):
        raise ImageError(f"no frame {frame}: it is one still picture; leave `frame` out")


def encode_png(pixels: "Pixels") -> bytes:
    """Return `pixels` (grey or RGB, uint8) as PNG; equal pixels give equal bytes.

    Raises: ImageError for an empty array, ImageDependencyError without OpenCV.
    """
    cv2_missing = missing_image_packages("cv2")
    if cv2_missing:
        raise ImageDependencyError(cv2_missing)
    import cv2

    if not pixels.size:
        raise ImageError("an image without pixels cannot be stored; choose a larger part")
    ok, buffer = cv2.imencode(".png", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR) if pixels.ndim == 3 else pixels)
    if not ok:
        raise ImageError("the image could not be encoded as PNG; choose a smaller part")
    return bytes(buffer.tobytes())


@contextmanager
def _named(ref: str) -> Iterator[None]:
    """Put the reference in front of an image error raised inside."""
    try:
        yield
    except ImageError as exc:
        raise type(exc)(f"image {ref!r}: {exc}") from exc


# An element tag (0002,00xx) or (0008,00xx) in either byte order, then a length below 64 KiB or a two-letter type.
_BARE_DICOM = re.compile(
    rb"(?:[\x02\x08]\0[\0-\x1f]\0(?:[A-Z]{2}|..\0\0)|\0[\x02\x08]\0[\0-\x1f](?:[A-Z]{2}|\0\0..))", re.DOTALL
)
_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "PNG"),
    (0, b"\xff\xd8\xff", "JPEG"),
    (0, b"GIF8", "GIF"),
    (0, b"BM", "BMP"),
    (0, b"II*\0", "TIFF"),
    (0, b"MM\0*", "TIFF"),
    (0, b"%PDF", "PDF"),
    (8, b"WEBP", "WebP"),
    (4, b"ftyp", "HEIF, AVIF or video"),
    (4, b"jP  \r\n", "JPEG 2000"),
    (0, b"\xff\x4f\xff\x51", "JPEG 2000"),
    (0, b"\x1f\x8b", "gzip"),
    (0, b"PK\x03\x04", "zip"),
    (344, b"n+1\0", "NIfTI"),
)
