"""Can an image be inspected and scored with its mask? Asked before anything is inspected."""

from pathlib import Path
from typing import NamedTuple

from runtime.contracts.errors import ImageError
from runtime.inspection.decode_stored import StoredImage
from runtime.inspection.read_pixels import read_stored, to_grey16
from runtime.inspection.truth import check_size, mask_voids

# Changes with what is asked below: what was found under other questions is then asked again.
SCREENING = 1
_MOST_MARKED = 0.5


class NamedFile(NamedTuple):
    """A file by its path under a base folder, which it may not leave."""

    ref: str
    base: Path | None


def screen_pair(image: NamedFile, mask: NamedFile) -> tuple[str, ...]:
    """Return what of the image is converted before it is inspected.

    Raises: ImageError for an image or mask that cannot be read, that do not fit, an image of one brightness, a mask of
    which most is marked; ImageDependencyError (one of it) without OpenCV.
    """
    stored = read_stored(image.ref, image.base, None)
    try:
        pixels = to_grey16(stored)
    except ImageError as exc:
        raise ImageError(f"image {image.ref!r}: {exc}") from exc
    if pixels.min() == pixels.max():
        raise ImageError(f"image {image.ref!r}: empty, all pixels are {pixels.min()}; expose or export it again")
    marked = mask_voids(mask.ref, read_stored(mask.ref, mask.base, None))
    check_size(mask.ref, marked, image.ref, stored)
    if marked.mean() > _MOST_MARKED:
        raise ImageError(f"mask {mask.ref!r}: most of it is marked; it is non-zero where a void is, so turn it round")
    return _conversions(stored)


def _conversions(stored: StoredImage) -> tuple[str, ...]:
    notes = ["colour, weighed to grey"] if stored.is_colour else []
    bits = stored.values.dtype.itemsize * 8
    if bits == 8:
        notes.append("8 bits, spread over 16; faint voids may be lost in its steps")
    elif bits > 16:
        notes.append(f"{bits}-bit values, scaled to 16 bits")
    return tuple(notes)
