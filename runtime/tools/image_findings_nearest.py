"""The labelled reference pictures that look most like the case's: modality and organ, never an answer."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ToolError
from runtime.vision.image_embedding import ImageEmbedder
from runtime.vision.model_cache import models_folder
from runtime.vision.nearest_images import NearestImages, NearImage
from runtime.vision.reference_images import load_references

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

NEAREST = 3
INDEX_FOLDER = "index"


class Neighbours(NamedTuple):
    """The nearest pictures, nearest first; `note` says why there are none, or what similarity means."""

    images: tuple[NearImage, ...]
    note: str


def find_neighbours(
    pixels: "Pixels", models: Path | None, references: Sequence[Path], image_base: Path | None
) -> Neighbours:
    """Return up to three neighbours; never raises for what is not built or not there, the note says it.

    `models` is the cache of built models (None: the default), `references` the folders of samples whose development
    pictures are compared with.
    """
    if not references:
        return Neighbours((), "no folder of reference samples is configured")
    folder = models_folder(models)
    try:
        embedder = ImageEmbedder.open(folder)
    except ToolError as exc:
        return Neighbours((), str(exc))
    index = _index(embedder.model.sha256, folder, tuple(references), image_base, _stamp(references))
    found = tuple(index.search(pixels, NEAREST))
    if not found:
        return Neighbours((), "no reference picture can be read here")
    return Neighbours(found, "cosine of EfficientNet-Lite0 features: alike in look, which is not alike in meaning")


def _stamp(references: Sequence[Path]) -> tuple[tuple[str, int, int], ...]:
    """The sample files as they are now, so that a long-lived process sees a change."""
    paths = sorted(path for folder in references for path in folder.glob("*/*.yaml"))
    found = [(str(path), path.stat()) for path in paths]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)


@lru_cache(maxsize=2)
def _index(
    sha256: str, folder: Path, references: tuple[Path, ...], image_base: Path | None, stamp: tuple[object, ...]
) -> NearestImages:
    del sha256, stamp  # they only tell one index from another
    labelled = load_references(references)
    return NearestImages.build(ImageEmbedder.open(folder), labelled, image_base, folder / INDEX_FOLDER)
