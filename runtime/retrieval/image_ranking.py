"""The case's image as a query: passages about what the nearest labelled images show."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from runtime.retrieval.fuse import DEPTH
from runtime.retrieval.passage import Passage
from runtime.retrieval.tokenize import tokenize
from runtime.retrieval.top_rows import DIGITS, Ranking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What passages call a modality, in words of `tokenize`; any of them counts.
MODALITY_WORDS: Mapping[str, tuple[str, ...]] = {
    "ct": ("ct", "tomography"),
    "mr": ("mr", "mri"),
    "us": ("ultrasound", "doppler", "echocardiography"),
    "xr": ("radiograph", "radiography"),
    "nm": ("nuclear", "scintigraphy"),
    "fp": ("fundus", "retina", "retinal"),
    "hi": ("histology", "immunohistochemistry"),
}
# Below this cosine a neighbour's modality is often another one (docs/evidence/retrieval.md).
LIKE = 0.55
# Organs that say nothing about what to look up.
NO_ORGAN = frozenset({"", "unknown", "general", "phantom"})


class Neighbour(Protocol):
    """One labelled image like the case's. `similarity` is a cosine."""

    @property
    def modality(self) -> str:
        """Short code such as CT or MR."""
        ...

    @property
    def organ(self) -> str:
        """A word or two, such as lymph node."""
        ...

    @property
    def similarity(self) -> float:
        """Cosine with the case's image."""
        ...


class ImageNeighbours(Protocol):
    """Finds labelled images like a case's. Safe to use from several threads."""

    @property
    def contract(self) -> str:
        """Which image vectors these are."""
        ...

    def near(self, image_ref: str) -> Sequence[Neighbour]:
        """Return the nearest labelled images; none for no image, or one that cannot be read."""
        ...


class ImageRanking:
    """Ranks passages by the labels of images: a title or tag that names the modality, the organ, or both."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        import numpy as np

        self._n = len(passages)
        rows: dict[str, list[int]] = {}
        for row, passage in enumerate(passages):
            for term in set(tokenize(" ".join((passage.title, *passage.tags)))):
                rows.setdefault(term, []).append(row)
        self._rows = {term: np.asarray(found) for term, found in rows.items()}

    def rank(self, neighbours: Sequence[Neighbour]) -> Ranking:
        """Return the passages that name what the neighbours show, by the summed similarity; nothing for unlike ones.

        Passages that tie share the last place of the tie: labels that fit half the corpus favour nothing in it.
        """
        import numpy as np

        scores = np.zeros(self._n, np.float64)
        for neighbour in neighbours:
            if neighbour.similarity >= LIKE:
                scores += neighbour.similarity * self._named(neighbour)
        scores = np.round(scores, DIGITS)
        rows = np.flatnonzero(scores > 0)
        ordered = np.sort(scores[rows])
        places = len(rows) - np.searchsorted(ordered, scores[rows], side="left")
        kept = places <= DEPTH
        rows, places = rows[kept], places[kept]
        order = np.lexsort((rows, places))
        return Ranking(rows[order], scores[rows[order]], places[order])

    def _named(self, neighbour: Neighbour) -> "NDArray[np.float64]":
        """How many of modality and organ each passage names: 0, 1 or 2."""
        import numpy as np

        count = np.zeros(self._n, np.float64)
        code = neighbour.modality.lower()
        named = [self._rows[word] for word in MODALITY_WORDS.get(code, (code,)) if word in self._rows]
        if named:
            count[np.unique(np.concatenate(named))] += 1
        organ = neighbour.organ.lower()
        words = [] if organ in NO_ORGAN else tokenize(organ)
        if words and all(word in self._rows for word in words):
            common = self._rows[words[0]]
            for word in words[1:]:
                common = np.intersect1d(common, self._rows[word])
            count[common] += 1
        return count
