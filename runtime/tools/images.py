"""Images as tools see them: eight-bit pixels, whatever the file was; its kind is told by content, not by extension."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.contracts.ports import ArtifactStore
from runtime.tools.image_refs import PHANTOM, ImageDependencyError, read_image_bytes
from runtime.tools.image_types import Image, missing_image_packages

if TYPE_CHECKING:
    from runtime.tools.image_types import Pixels

MAX_PIXELS = 40_000_000


def load_image(ref: str, *, base: Path | None = None, artifacts: ArtifactStore | None = None) -> Image:
    """Return the image `ref` names (see image_refs for the forms). PNG, JPEG and DICOM, at most 40 megapixels.

    Raises: ImageError with what is wrong, where, and what to do; ImageDependencyError (one of it) when a package
        is absent.
    """
    if ref.startswith(PHANTOM):
        return _drawn(ref.removeprefix(PHANTOM))
    data = read_image_bytes(ref, base, artifacts)
    with _named(ref):
        return decode_image(data)


def _drawn(name: str) -> Image:
    """Return a phantom as an image. Its truth stays behind: no tool and no prompt may see it."""
    from runtime.tools.phantoms import draw_phantom

    phantom = draw_phantom(name)
    return Image(phantom.pixels, phantom.modality, phantom.spacing_mm, note=phantom.note)


def decode_image(data: bytes) -> Image:
    """Return the image in `data`. Raises: ImageError, as load_image, without the reference in its message."""
    kind = sniff(data)
    if kind == "DICOM":
        from runtime.tools.dicom_image import decode_dicom

        return decode_dicom(data, MAX_PIXELS)
    if kind in ("PNG", "JPEG"):
        from runtime.tools.raster_image import decode_raster

        return decode_raster(data, kind, MAX_PIXELS)
    found = f"{kind} is not read" if kind else "the content is not a known image format"
    raise ImageError(f"{found}; convert it to PNG, JPEG or DICOM")


def sniff(data: bytes) -> str:
    """Return what the bytes are: DICOM, PNG, JPEG, a named format that is not read, or an empty string."""
    if data[128:132] == b"DICM":
        return "DICOM"
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    return "WebP" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


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


_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"%PDF", "PDF"),
)
