"""Three thresholds in code: what they keep of all candidates, and what that comes to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.inspection.features import ImageFeatures
from runtime.contracts.json_types import JsonObject
from runtime.inspection.counts import ImageCounts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The measures a threshold is put on; a candidate is kept when each is at least that.
SWEPT = ("contrast", "edge_distance_px", "area_px")


class Thresholds(NamedTuple):
    """Keep a candidate that measures at least these; None asks nothing."""

    contrast: float | None
    edge_distance_px: float | None
    area_px: float | None

    def to_json(self) -> JsonObject:
        """Return the thresholds by measure."""
        return dict(self._asdict())

    def in_words(self) -> str:
        """Return what is kept."""
        asked = [f"{name} >= {value:.4g}" for name, value in self._asdict().items() if value is not None]
        return " and ".join(asked) or "every candidate"


class CandidateTable:
    """All candidates of some images side by side, so that many thresholds are tried quickly.

    What a set of kept candidates of an image comes to is worked out once.
    """

    def __init__(self, images: Sequence[ImageFeatures]) -> None:
        import numpy as np

        self.images = tuple(images)
        self.voids = sum(len(one.truth) for one in images)
        rows = [measures for one in images for measures in one.measures]
        self.values = {
            name: np.array([getattr(measures, name) for measures in rows], dtype=np.float64) for name in SWEPT
        }
        self._image = np.array([n for n, one in enumerate(images) for _ in one.measures], dtype=np.int64)
        # An image has at most 40 candidates, which a double's 53 bits tell apart.
        self._bit = np.array([2.0**place for one in images for place in range(len(one.measures))])
        self._known: tuple[dict[int, ImageCounts], ...] = tuple({} for _ in images)

    def keeps(self, thresholds: Thresholds) -> "NDArray[np.bool_]":
        """Return which candidates the thresholds keep. Shape: all candidates."""
        import numpy as np

        kept = np.ones(len(self._image), dtype=bool)
        for name, least in thresholds._asdict().items():
            if least is not None:
                kept &= self.values[name] >= least
        return kept

    def counts(self, kept: "NDArray[np.bool_]") -> tuple[ImageCounts, ...]:
        """Return what keeping these candidates comes to, image by image. Shape: kept: all candidates."""
        import numpy as np

        codes = np.bincount(self._image[kept], self._bit[kept], minlength=len(self.images)).astype(np.int64)
        return tuple(self._counts(place, code) for place, code in enumerate(codes.tolist()))

    def _counts(self, place: int, code: int) -> ImageCounts:
        known = self._known[place]
        if code not in known:
            one = self.images[place]
            known[code] = one.counts(number for number in range(len(one.candidates)) if code >> number & 1)
        return known[code]
