"""Pictures as vectors: EfficientNet-Lite0's pooled features. What is near looks alike, no more."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.vision.fit_picture import to_rgb
from runtime.vision.model_cache import models_folder
from runtime.vision.model_table import EMBEDDER
from runtime.vision.onnx_session import OnnxModel, open_model

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Floats: TypeAlias = NDArray[np.float32]

SIDE = 224
DIMENSION = 1280
_BATCH = 8


@dataclass(frozen=True)
class ImageEmbedder:
    """The loaded model."""

    model: OnnxModel

    @classmethod
    def open(cls, models: Path | None = None) -> "ImageEmbedder":
        """Return the embedder from the models cache (`models`, else the default folder).

        Raises: ToolError missing_dependency naming `make models` when the model is not built, or damaged.
        """
        return cls(open_model(EMBEDDER, models_folder(models)))

    @property
    def contract(self) -> JsonObject:
        """What vectors must share to be compared: model, its hash, dimension, normalization, preprocessing."""
        return {
            "model": EMBEDDER,
            "sha256": self.model.sha256,
            "dimension": DIMENSION,
            "normalization": "l2",
            "preprocessing": f"rgb, whole picture to {SIDE}x{SIDE} by area, (x - 127) / 128",
        }

    def embed(self, images: Sequence["Pixels"]) -> "Floats":
        """Return one vector of length 1 a picture.

        Shapes: images: uint8, height x width or height x width x 3; result: len(images) x 1280, float32.
        Raises: ValueError for a picture without pixels.
        Source: EfficientNet-Lite0 (Tan and Le 2019; Lite variant 2020), pooled features before the classifier.
        """
        import numpy as np

        if not images:
            return np.zeros((0, DIMENSION), np.float32)
        inputs = [_input(pixels) for pixels in images]
        parts = [
            self.model.run({"images": np.stack(inputs[start : start + _BATCH])})[0]
            for start in range(0, len(inputs), _BATCH)
        ]
        vectors = np.concatenate(parts)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


def _input(pixels: "Pixels") -> "Floats":
    import cv2
    import numpy as np

    if not pixels.size:
        raise ValueError("a picture without pixels has no vector")
    small = cv2.resize(pixels, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    rgb = to_rgb(np.asarray(small, np.uint8)).astype(np.float32)
    return np.asarray(((rgb - 127.0) / 128.0).transpose(2, 0, 1), np.float32)
