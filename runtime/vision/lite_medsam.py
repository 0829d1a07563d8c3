"""LiteMedSAM by box: the slow encoder once a picture, the fast decoder once a box."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runtime.images.boxes import BoxPx
from runtime.vision.fit_picture import Fitted, fit_square, mask_from_logits
from runtime.vision.model_table import DECODER, ENCODER
from runtime.vision.onnx_session import OnnxModel, open_model
from runtime.vision.pixels_hash import pixels_hash
from runtime.vision.recent import Recent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Floats: TypeAlias = NDArray[np.float32]
    Mask: TypeAlias = NDArray[np.bool_]

SIDE = 256
# A box of fewer points on the encoder's grid is looked at in a window of WINDOW times its longer edge instead.
SMALL_BOX = 12
WINDOW = 4
# One is 4 MB.
_EMBEDDINGS: Recent["Floats"] = Recent(8)


class Outline(NamedTuple):
    """A mask of the picture's shape, and how it was made.

    `predicted_iou` is the model's own guess of how good the mask is, 0-1, not calibrated. `window` is the part of the
    picture that was looked at. `is_remembered`: the encoder did not have to run.
    """

    mask: "Mask"
    predicted_iou: float
    window: BoxPx
    is_remembered: bool


@dataclass(frozen=True)
class LiteMedSam:
    """The two loaded halves. `embeddings` remembers the pictures seen last."""

    encoder: OnnxModel
    decoder: OnnxModel
    embeddings: Recent["Floats"]

    @classmethod
    def open(cls, folder: Path) -> "LiteMedSam":
        """Return the model from the cache folder, its embeddings shared by the whole process.

        Raises: ToolError missing_dependency naming `make models` when a file is absent or damaged.
        """
        return cls(open_model(ENCODER, folder), open_model(DECODER, folder), _EMBEDDINGS)

    @property
    def sha256(self) -> str:
        """The two files' hashes, the encoder's first, joined by a plus sign."""
        return f"{self.encoder.sha256}+{self.decoder.sha256}"

    def outline(self, pixels: "Pixels", box: BoxPx) -> Outline:
        """Return the mask of what is in `box`; it may be empty.

        Shapes: pixels uint8, height x width or height x width x 3; the mask is height x width.
        Source: Ma et al. 2024, Segment anything in medical images (LiteMedSAM, box prompt, logits above 0).
        """
        import numpy as np

        height, width = pixels.shape[:2]
        window = _window(box, height, width)
        part = pixels[window.y0 : window.y1, window.x0 : window.x1]
        fitted = fit_square(part, SIDE)
        embedding, is_remembered = self._embedding(part, fitted)
        logits, predicted = self.decoder.run({"embedding": embedding, "box": _prompt(box, window, fitted)})
        mask = np.zeros((height, width), np.bool_)
        found = mask_from_logits(logits[0, 0], fitted, part.shape[0], part.shape[1])
        mask[window.y0 : window.y1, window.x0 : window.x1] = found
        return Outline(mask, float(np.clip(predicted[0, 0], 0.0, 1.0)), window, is_remembered)

    def _embedding(self, part: "Pixels", fitted: Fitted) -> tuple["Floats", bool]:
        key = f"{self.encoder.sha256}:{pixels_hash(part)}"
        return self.embeddings.get_or_make(key, lambda: self.encoder.run({"image": fitted.values})[0])


def _window(box: BoxPx, height: int, width: int) -> BoxPx:
    """The whole picture, or a square around a small box, shifted to lie inside the picture."""
    longer = max(box.x1 - box.x0, box.y1 - box.y0)
    if longer * SIDE / max(height, width) >= SMALL_BOX:
        return BoxPx(0, 0, width, height)
    side = WINDOW * longer
    left, top = (
        min(max((start + end - side) // 2, 0), max(size - side, 0))
        for start, end, size in ((box.x0, box.x1, width), (box.y0, box.y1, height))
    )
    return BoxPx(left, top, min(left + side, width), min(top + side, height))


def _prompt(box: BoxPx, window: BoxPx, fitted: Fitted) -> "Floats":
    """The box on the encoder's grid, 1 x 4."""
    import numpy as np

    across, down = fitted.width / (window.x1 - window.x0), fitted.height / (window.y1 - window.y0)
    corners = [
        (box.x0 - window.x0) * across,
        (box.y0 - window.y0) * down,
        (box.x1 - window.x0) * across,
        (box.y1 - window.y0) * down,
    ]
    return np.array([corners], np.float32)
