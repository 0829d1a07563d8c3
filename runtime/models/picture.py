"""Pictures as models are sent them: PNG, no side longer than a stated length, whatever the file was."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.ports import ArtifactStore

if TYPE_CHECKING:
    from runtime.images.image_types import Image

PictureLoader: TypeAlias = Callable[[str], bytes | None]
KEPT_PICTURES = 64


def picture_loader(base: Path, artifacts: ArtifactStore, max_px: int) -> PictureLoader:
    """Return a function from an image reference to its PNG, None where an artifact holds no picture.

    The last 64 pictures are kept, so that an episode decodes its image once. Nothing is read yet.
    Units: max_px pixels of the longer side; smaller pictures stay as they are.
    Raises (when called): ImageError when the reference cannot be read or decoded.
    """

    @lru_cache(maxsize=KEPT_PICTURES)
    def load(ref: str) -> bytes | None:
        from runtime.images.image_refs import read_image_bytes
        from runtime.images.load_image import load_image, sniff

        if ref.startswith("artifact:") and not sniff(read_image_bytes(ref, base, artifacts)):
            return None
        return shown_png(load_image(ref, base=base, artifacts=artifacts), max_px)

    return load


def shown_png(image: "Image", max_px: int) -> bytes:
    """Return `image` as PNG with its longer side at most `max_px`; equal images give equal bytes."""
    from runtime.images.load_image import encode_png

    longest = max(image.width, image.height)
    if longest <= max_px:
        return encode_png(image.pixels)
    import cv2
    import numpy as np

    scale = max_px / longest
    size = (max(round(image.width * scale), 1), max(round(image.height * scale), 1))
    return encode_png(np.asarray(cv2.resize(image.pixels, size, interpolation=cv2.INTER_AREA), np.uint8))
