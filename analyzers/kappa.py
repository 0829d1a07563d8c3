"""Cohen's kappa: agreement beyond chance of two that answer yes or no, with an interval that holds for few items."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from analyzers.intervals import Z95, Interval


class Confusion(NamedTuple):
    """Counts with `failing` as the positive class, people's labels as the truth."""

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int


def kappa(counts: Confusion) -> Interval:
    """Return Cohen's kappa, -1 to 1, with a 95% interval; (None, -1, 1) when both name one label only.

    The interval is Fleiss, Cohen and Everitt's (1969) with z^2/8 added to each of the four counts, as Agresti and Coull
    do for a share. Without that it is empty at full agreement, and for 30 items its lower bound lay above the true
    kappa in up to 47% of simulated tables instead of 2.5%; with it in at most 3.4%.
    """
    value, _ = _kappa_and_error(counts)
    if value is None:
        return Interval(None, -1.0, 1.0)
    extra = Z95 * Z95 / 8
    centre, error = _kappa_and_error(tuple(count + extra for count in counts))
    assert centre is not None, "all four counts are positive"
    low, high = centre - Z95 * error, centre + Z95 * error
    return Interval(value, max(-1.0, min(low, value)), min(1.0, max(high, value)))


def kappa_error(counts: Confusion) -> float:
    """Return the large-sample standard error of Cohen's kappa of plain counts. Source: Fleiss, Cohen, Everitt 1969."""
    return _kappa_and_error(counts)[1]


def _kappa_and_error(counts: Sequence[float]) -> tuple[float | None, float]:
    n = sum(counts)
    if not n:
        return None, 0.0
    both, judge_only, human_only, neither = (count / n for count in counts)
    human, judge = both + human_only, both + judge_only
    chance = human * judge + (1 - human) * (1 - judge)
    if chance >= 1.0:
        return None, 0.0
    value = (both + neither - chance) / (1 - chance)
    rest = 1 - value
    same = both * (1 - (human + judge) * rest) ** 2 + neither * (1 - (2 - human - judge) * rest) ** 2
    differ = rest**2 * (human_only * (judge + 1 - human) ** 2 + judge_only * (1 - judge + human) ** 2)
    variance = (same + differ - (value - chance * rest) ** 2) / (n * (1 - chance) ** 2)
    return value, math.sqrt(max(variance, 0.0))
