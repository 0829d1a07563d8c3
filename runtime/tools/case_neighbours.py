"""The labelled pictures nearest to a case's image, from the image model where it is built."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.contracts.errors import ImageError
from runtime.contracts.ports import ArtifactStore
from runtime.retrieval.image_ranking import ImageNeighbours, Neighbour
from runtime.vision.recent import Recent

REMEMBERED = 128


@dataclass(frozen=True)
class CaseImages:
    """Where pictures are: `image_base` for relative references, the store for artifacts; `references` are folders of
    samples whose development pictures carry the labels; `models` is the cache of built models (None: the default).
    """

    image_base: Path | None
    artifacts: ArtifactStore | None
    references: Sequence[Path]
    models: Path | None = None


def open_case_neighbours(images: CaseImages) -> ImageNeighbours | None:
    """Return what finds neighbours, or None where the image model is not built or no folder of labels is named."""
    from runtime.vision.model_cache import look_up, models_folder
    from runtime.vision.model_table import EMBEDDER

    if not images.references:
        return None
    # The bytes are checked when the model is opened.
    found = look_up(EMBEDDER, models_folder(images.models), is_hashed=False)
    return CaseNeighbours(images, f"{EMBEDDER}@{found.sha256[:12]}") if found.state == "built" else None


class CaseNeighbours:
    """Finds the three pictures that look most like a case's, remembering the last cases."""

    def __init__(self, images: CaseImages, contract: str) -> None:
        self._images, self._contract = images, contract
        self._known: Recent[tuple[Neighbour, ...]] = Recent(REMEMBERED)

    @property
    def contract(self) -> str:
        """The image model and the start of its hash."""
        return self._contract

    def near(self, image_ref: str) -> tuple[Neighbour, ...]:
        """Return the nearest labelled pictures; none for an image that cannot be read, and the text is searched alone.

        A tool that looks at the image says what is wrong with it.
        """
        return self._known.get_or_make(image_ref, lambda: self._look(image_ref))[0]

    def _look(self, image_ref: str) -> tuple[Neighbour, ...]:
        from runtime.images.load_image import load_image
        from runtime.tools.image_findings_nearest import find_neighbours

        images = self._images
        try:
            pixels = load_image(image_ref, base=images.image_base, artifacts=images.artifacts).pixels
        except ImageError:
            return ()
        return find_neighbours(pixels, images.models, images.references, images.image_base).images
