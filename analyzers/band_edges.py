"""Where the bands of a measurement begin and end."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Edges(NamedTuple):
    """A band's values: from `low` up to `high`, None where it is open; `high` itself belongs to it when it says so.

    A band of one value has it as both.
    """

    low: float | None
    high: float | None
    includes_high: bool

    @property
    def is_point(self) -> bool:
        """True for a band of one value."""
        return self.low is not None and self.low == self.high


def quantile_bands(values: "NDArray[np.float64]", count: int, own_share: float) -> tuple[Edges, ...]:
    """Return bands of about equal size, lowest first, that cover all of `values` and do not overlap.

    A value that `own_share` (0-1) of all cases or more have, such as an exact zero, is a band of its own, beside the
    `count` others; with no more than `count` different values each is. Equal values are never parted, so that there
    can be fewer bands. Shapes: values: n finite numbers. Empty values give no band.
    """
    import numpy as np

    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= count:
        return tuple(_point(float(value)) for value in distinct)
    is_own = counts >= max(own_share * len(values), 2)
    rest = int(counts[~is_own].sum())
    bands: list[Edges] = []
    start = 0
    for stop in [*np.flatnonzero(is_own).tolist(), len(distinct)]:
        if stop > start:
            share = count * int(counts[start:stop].sum()) / rest
            bands += _cut_evenly(distinct[start:stop], counts[start:stop], max(1, round(share)))
        if stop < len(distinct):
            bands.append(_point(float(distinct[stop])))
        start = stop + 1
    return tuple(bands)


def cut_bands(cuts: Sequence[float]) -> tuple[Edges, ...]:
    """Return the bands between `cuts`, the outer two open; a cut point belongs to the band above it.

    Raises: ValueError unless the cuts are finite and rise.
    """
    if not cuts or not all(map(math.isfinite, cuts)) or any(a >= b for a, b in pairwise(cuts)):
        raise ValueError(f"cut points {list(cuts)}: give finite numbers that rise, such as 0.5,1,2")
    bounds = [None, *cuts, None]
    return tuple(Edges(low, high, includes_high=False) for low, high in pairwise(bounds))


def _point(value: float) -> Edges:
    return Edges(value, value, includes_high=True)


def _cut_evenly(distinct: "NDArray[np.float64]", counts: "NDArray[np.int64]", count: int) -> list[Edges]:
    """Part a rising run of values into at most `count` bands that begin where a quantile falls."""
    import numpy as np

    before = np.cumsum(counts) - counts
    total = int(counts.sum())
    starts = np.unique(np.searchsorted(before, [total * i / count for i in range(count)], side="left"))
    starts = starts[starts < len(distinct)]
    lows = [float(distinct[i]) for i in starts]
    edges = [Edges(low, high, includes_high=False) for low, high in pairwise(lows)]
    return [*edges, Edges(lows[-1], float(distinct[-1]), includes_high=True)]
