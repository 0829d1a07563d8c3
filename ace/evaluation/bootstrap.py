"""One-sided bounds of a mean change by the cluster bootstrap: whole cases are drawn again, never single samples."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

DRAWS = 4000
LEVEL = 0.05
_BLOCK = 250


class Bounds(NamedTuple):
    """The 5% and 95% points of the resampled mean change: each is a one-sided 95% bound. Unit: share, -1 to 1."""

    low: float
    high: float


def change_bounds(by_case: Mapping[str, Sequence[float]], seed: int = 0, draws: int = DRAWS) -> Bounds:
    """Return the bounds of the mean over samples, cases drawn with replacement; the same for equal input and seed.

    `by_case`: the changes of each case's samples. A point of the resampled distribution is the smallest value that at
    least that share of the draws does not exceed, so a tiny data set gives the value that counting every draw gives.
    Raises: ValueError without a case, or for a case without a sample.
    Source: percentile bootstrap of clusters, Davison and Hinkley 1997, section 3.8.
    """
    import numpy as np

    if not by_case or any(not changes for changes in by_case.values()):
        raise ValueError("a bootstrap needs at least one case, and at least one sample of each")
    cases = sorted(by_case)
    sums = np.array([sum(by_case[case]) for case in cases], dtype=np.float64)
    sizes = np.array([len(by_case[case]) for case in cases], dtype=np.float64)
    rng = np.random.default_rng(seed)
    means: list[float] = []
    for start in range(0, draws, _BLOCK):
        drawn = rng.integers(len(cases), size=(min(_BLOCK, draws - start), len(cases)))
        means += (sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)).tolist()
    low, high = np.quantile(np.array(means), (LEVEL, 1 - LEVEL), method="inverted_cdf")
    return Bounds(float(low), float(high))
