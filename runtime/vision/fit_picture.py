"""Pictures made to fit a model's square input, and masks brought back."""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Floats: TypeAlias = NDArray[np.float32]
    Mask: TypeAlias = NDArray[np.bool_]


class Fitted(NamedTuple):
    """A picture in a square: 1 x 3 x side x side floats 0-1, the part of it (height, width) that the picture fills."""

    values: "Floats"
    height: int
    width: int


def to_rgb(pixels: "Pixels") -> "Pixels":
    """Return height x width x 3; grey is repeated."""
    import numpy as np

    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def fit_square(pixels: "Pixels", side: int) -> Fitted:
    """Return the picture scaled so that its longer edge is `side`, grey levels stretched to 0-1, zeros below and right.

    A picture of one even grey becomes zeros. Source: the input LiteMedSAM was trained on (Ma et al. 2024).
    """
    import cv2
    import numpy as np

    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    new_height, new_width = max(1, int(height * scale + 0.5)), max(1, int(width * scale + 0.5))
    small = cv2.resize(pixels, (new_width, new_height), interpolation=cv2.INTER_AREA)
    rgb = to_rgb(np.asarray(small, np.uint8)).astype(np.float32)
    low, high = float(rgb.min()), float(rgb.max())
    square = np.zeros((side, side, 3), np.float32)
    square[:new_height, :new_width] = (rgb - low) / max(high - low, 1e-8)
    return Fitted(np.ascontiguousarray(square.transpose(2, 0, 1)[None]), new_height, new_width)


def mask_from_logits(logits: "Floats", fitted: Fitted, height: int, width: int) -> "Mask":
    """Return where the logits (side x side, of `fitted`) are positive, scaled to height x width before the cut."""
    import cv2
    import numpy as np

    part = np.ascontiguousarray(logits[: fitted.height, : fitted.width])
    return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR) > 0, np.bool_)
