"""How hard drawn castings are: the plain detector's precision and recall, and what each measure tells."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from runtime.inspection.candidates import find_candidates
from runtime.inspection.castings import make_casting
from runtime.inspection.match import match_boxes
from runtime.inspection.measure import measure_candidate
from runtime.inspection.types import MEASURES, Casting, Measures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class JudgedCandidate(NamedTuple):
    """A candidate's measures and whether it hits a void."""

    measures: Measures
    is_real: bool


class DataFigures(NamedTuple):
    """Counts and shares (0-1) of a set of castings; a share or an area of nothing is None.

    border_share: candidates that touch the image's edge; border_real: real ones among those. auc: measure name -> how
    likely a real candidate has the larger value than another.
    """

    images: int
    void_free: int
    voids: int
    candidates: int
    real: int
    border_share: float | None
    border_real: float | None
    precision: float | None
    recall: float | None
    auc: dict[str, float | None]


def measure_data(numbers: Iterable[int]) -> DataFigures:
    """Return the figures of the castings with these numbers. Raises: ImageError for a number that is none."""
    images = void_free = voids = 0
    judged: list[JudgedCandidate] = []
    for number in numbers:
        casting = make_casting(number)
        images += 1
        void_free += not casting.voids
        voids += len(casting.voids)
        judged.extend(judge_candidates(casting))
    real = sum(candidate.is_real for candidate in judged)
    border = [candidate.is_real for candidate in judged if not candidate.measures.edge_distance_px]
    return DataFigures(
        images=images,
        void_free=void_free,
        voids=voids,
        candidates=len(judged),
        real=real,
        border_share=_share(len(border), len(judged)),
        border_real=_share(sum(border), len(border)),
        precision=_share(real, len(judged)),
        recall=_share(real, voids),
        auc=_areas(judged),
    )


def judge_candidates(casting: Casting) -> tuple[JudgedCandidate, ...]:
    """Return all candidates of the plain detector, best first, with the truth beside them."""
    candidates = find_candidates(casting.pixels)
    hits = {index for index, _ in match_boxes([candidate.box for candidate in candidates], casting.voids).hits}
    return tuple(
        JudgedCandidate(measure_candidate(casting.pixels, candidate.box), index in hits)
        for index, candidate in enumerate(candidates)
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _areas(judged: list[JudgedCandidate]) -> dict[str, float | None]:
    import numpy as np

    is_real = np.asarray([candidate.is_real for candidate in judged], bool)
    values = np.asarray([candidate.measures for candidate in judged], np.float64).reshape(-1, len(MEASURES))
    return {name: rank_auc(values[:, column], is_real) for column, name in enumerate(MEASURES)}


def rank_auc(values: "NDArray[np.float64]", is_true: "NDArray[np.bool_]") -> float | None:
    """Return how likely a true case has the larger value than a false one, ties counted half; None without both.

    Shapes: both n.
    Source: the Mann-Whitney statistic by mid-ranks.
    """
    from scipy.stats import rankdata

    true = int(is_true.sum())
    false = len(values) - true
    if not true or not false:
        return None
    return float((rankdata(values)[is_true].sum() - true * (true + 1) / 2) / (true * false))
