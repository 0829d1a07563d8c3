"""How well a number tells true cases from false: the area under the ROC curve, with an interval."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from analyzers.intervals import Z95, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HALVINGS = 60


def auc(values: "NDArray[np.float64]", labels: "NDArray[np.bool_]") -> Interval:
    """Return how likely a true case has the larger value than a false one, ties counted half, 0-1.

    Below 0.5 means that smaller values go with true; it is not turned round. (None, 0, 1) where one kind is absent.
    Shapes: both n; finite values only.
    Source: the Mann-Whitney statistic by mid-ranks; the interval is Newcombe's 2006 method 5.
    """
    import numpy as np

    true = int(np.count_nonzero(labels))
    false = len(values) - true
    if not true or not false:
        return Interval(None, 0.0, 1.0)
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    # A tie's mid-rank is the mean of the ranks that its members would hold.
    ranks = np.cumsum(counts) - (counts - 1) / 2.0
    wins = float(ranks[inverse][labels].sum()) - true * (true + 1) / 2.0
    area = wins / (true * false)
    return Interval(area, *auc_interval(area, true, false))


def auc_interval(area: float, true: int, false: int) -> tuple[float, float]:
    """Return the 95% interval of an AUC of `area` from so many true and false cases.

    The bounds are the areas whose own standard error (Hanley and McNeil's, both groups' part by their mean size) puts
    the one seen 1.96 away: as Wilson's interval does for a share, so it is never empty at 0 or 1.
    Source: Newcombe, Statistics in Medicine 2006, 25:559-573, method 5.
    """
    mean_size = (true + false) / 2 - 1

    def is_beyond(bound: float) -> bool:
        parts = 1 + mean_size * (1 - bound) / (2 - bound) + mean_size * bound / (1 + bound)
        variance = bound * (1 - bound) * parts / (true * false)
        return (area - bound) ** 2 > Z95 * Z95 * variance

    return _edge(is_beyond, area, 0.0), _edge(is_beyond, area, 1.0)


def _edge(is_beyond: Callable[[float], bool], inside: float, end: float) -> float:
    """Return where the interval ends between `inside`, which is within it, and `end`, by halving."""
    if not is_beyond(end):
        return end
    outside = end
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if is_beyond(middle) else (middle, outside)
    return inside
