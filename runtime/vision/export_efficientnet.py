"""EfficientNet-Lite0 without its classifier as ONNX: pictures to pooled features. Imported only while building."""

import contextlib
import sys
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.vision.export_onnx import SEED, export_onnx, make_module

SIDE = 224


def export_embedder(weights: Path, target: Path) -> JsonObject:
    """Write the embedder (images n x 3 x 224 x 224 -> vectors n x 1280) and return what the check found."""
    import numpy as np
    from efficientnet_lite_pytorch import EfficientNet

    with contextlib.redirect_stdout(sys.stderr):  # it announces itself
        network = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=str(weights))

    def forward(module: object, images: object) -> object:
        return module.network.extract_features(images).mean((2, 3))  # type: ignore[attr-defined]

    images = np.random.default_rng(SEED).uniform(-1, 1, (2, 3, SIDE, SIDE)).astype(np.float32)
    module = make_module({"network": network}, forward)
    return {"export_difference": export_onnx(module, {"images": images}, ["vectors"], target, is_batched=True)}
