"""Images as tools see them: eight-bit pixels, whatever the file was; its kind is told by content, not by extension."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.contracts.ports import ArtifactStore
from runtime.tools.image_refs import EXTRA, ImageDependencyError, read_image_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

MAX_PIXELS = 40_000_000


@dataclass(frozen=True, eq=False)
class Image:
    """One image, ready to look at.

    Shapes: pixels is uint8, height x width (grey) or height x width x 3 (RGB), read-only.
    Units: spacing_mm is millimetres between (rows, columns), None when the file does not say.
    `frames` counts those in the file; `pixels` is the middle one. `modality` is DICOM's (CT, MR, US ...), else "".
    `note` says what was done to make it viewable, and what the file's reader warned of.
    """

    pixels: "Pixels"
    modality: str = ""
    spacing_mm: tuple[float, float] | None = None
    frames: int = 1
    note: str = ""

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.pixels.shape[1])


def load_image(ref: str, *, base: Path | None = None, artifacts: ArtifactStore | None = None) -> Image:
    """Return the image `ref` names (see image_refs for the forms). PNG, JPEG and DICOM, at most 40 megapixels.

    Raises: ImageError with what is wrong, where, and what to do; ImageDependencyError (one of it) when a package
        is absent.
    """
    data = read_image_bytes(ref, base, artifacts)
    with _named(ref):
        return decode_image(data)


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


def missing_image_packages(*modules: str) -> str:
    """Return which of the import names are not installed and what brings them, or an empty string."""
    from importlib.util import find_spec

    absent = [name for name in modules if find_spec(name) is None]
    return f"missing package {', '.join(absent)}; install {EXTRA}" if absent else ""


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
