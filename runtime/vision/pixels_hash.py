"""The content of a picture as a hash: the same pixels have the same one, whatever file they came from."""

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels


def pixels_hash(pixels: "Pixels") -> str:
    """Return the hex SHA-256 of the shape and the pixels; RGB with three equal channels counts as grey."""
    import numpy as np

    plain = pixels
    if pixels.ndim == 3 and (pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 0] == pixels[..., 2]).all():
        plain = pixels[..., 0]
    digest = hashlib.sha256(f"{plain.shape}:".encode())
    digest.update(np.ascontiguousarray(plain).tobytes())
    return digest.hexdigest()
