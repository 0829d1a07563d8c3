"""The labelled reference pictures that look most like one. Exact search: there are tens, not millions."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runtime.contracts.errors import ImageError
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.images.load_image import load_image
from runtime.vision.image_embedding import DIMENSION, ImageEmbedder
from runtime.vision.pixels_hash import pixels_hash
from runtime.vision.reference_images import ReferenceImage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.images.image_types import Pixels

    Floats: TypeAlias = NDArray[np.float32]


class NearImage(NamedTuple):
    """One neighbour. `similarity` is the cosine of the two vectors, -1 to 1."""

    ref: str
    modality: str
    organ: str
    similarity: float


@dataclass(frozen=True, eq=False)
class NearestImages:
    """Reference pictures with their vectors.

    Shapes: vectors n x 1280, rows of length 1; references and hashes have n entries.
    `skipped` names the references that could not be read here (a package that is not installed, a missing file).
    """

    embedder: ImageEmbedder
    references: tuple[ReferenceImage, ...]
    hashes: tuple[str, ...]
    vectors: "Floats"
    skipped: tuple[str, ...] = ()

    @classmethod
    def build(
        cls,
        embedder: ImageEmbedder,
        references: Iterable[ReferenceImage],
        image_base: Path | None = None,
        folder: Path | None = None,
    ) -> "NearestImages":
        """Return the index of the references that can be read; vectors are kept in `folder`, where one is given
        and can be written to.

        A kept file is used only for the same contract and the same pictures, pixel by pixel.
        """
        readable: list[ReferenceImage] = []
        pictures: list[Pixels] = []
        skipped: list[str] = []
        for reference in references:
            try:
                pictures.append(load_image(reference.ref, base=image_base).pixels)
                readable.append(reference)
            except ImageError:
                skipped.append(reference.ref)
        hashes = tuple(pixels_hash(pixels) for pixels in pictures)
        vectors = _kept_or_made(embedder, pictures, hashes, folder)
        return cls(embedder, tuple(readable), hashes, vectors, tuple(skipped))

    @property
    def contract(self) -> JsonObject:
        """The embedder's contract, with the metric and what the index holds."""
        held = content_hash([self.hashes, self.references], 16)
        return {**self.embedder.contract, "metric": "cosine", "corpus": held, "size": len(self.references)}

    def search(self, pixels: "Pixels", k: int) -> list[NearImage]:
        """Return the k nearest references, nearest first, fewer when there are fewer.

        A reference with the very same pixels is left out: a case is not evidence about itself.
        """
        import numpy as np

        if k < 1 or not self.references:
            return []
        same = pixels_hash(pixels)
        similar = self.vectors @ self.embedder.embed([pixels])[0]
        order = [int(index) for index in np.argsort(-similar, kind="stable") if self.hashes[index] != same]
        return [NearImage(*self.references[index], round(float(similar[index]), 4)) for index in order[:k]]


def _kept_or_made(
    embedder: ImageEmbedder, pictures: "list[Pixels]", hashes: tuple[str, ...], folder: Path | None
) -> "Floats":
    if folder is None:
        return embedder.embed(pictures)
    path = folder / f"image-vectors-{content_hash([embedder.contract, hashes], 16)}.npy"
    kept = _read(path, len(pictures))
    if kept is not None:
        return kept
    vectors = embedder.embed(pictures)
    _write(path, vectors)
    return vectors


def _read(path: Path, count: int) -> "Floats | None":
    """The kept vectors, or None when there are none or the file is damaged: they are then made again."""
    import numpy as np

    try:
        with path.open("rb") as file:
            vectors = np.lib.format.read_array(file, allow_pickle=False)
    except Exception:  # noqa: BLE001  a damaged header ends in errors of the tokenizer, of the memory and others
        return None
    fits = vectors.shape == (count, DIMENSION) and vectors.dtype == np.float32 and bool(np.isfinite(vectors).all())
    return np.asarray(vectors, np.float32) if fits else None


def _write(path: Path, vectors: "Floats") -> None:
    """Whole or not at all. Keeping is for speed alone: a folder that cannot be written to costs a second each time."""
    import numpy as np

    temporary = path.with_name(f".new-{os.getpid()}-{path.name}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            np.save(file, vectors, allow_pickle=False)
        temporary.replace(path)
