"""95% intervals of shares and of differences of shares, which hold for small counts and at 0 and 1."""

import math
from typing import NamedTuple

Z95 = 1.959963984540054
"""The 97.5% point of the standard normal distribution."""


class Interval(NamedTuple):
    """A figure with its 95% interval. `value` is None where nothing was counted; the bounds are then all there is."""

    value: float | None
    low: float
    high: float


def wilson(count: int, n: int) -> Interval:
    """Return `count` / `n` with Wilson's score interval, 0-1; (None, 0, 1) when `n` is 0.

    Raises: ValueError when `count` is not within 0 and `n`.
    Source: Wilson 1927; Brown, Cai and DasGupta 2001 on why not the plain normal interval.
    """
    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n}: a count lies between 0 and the total")
    if n == 0:
        return Interval(None, 0.0, 1.0)
    share, z2 = count / n, Z95 * Z95
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # At the ends the bound is the share itself; rounding must not put it a hair beside.
    return Interval(share, 0.0 if count == 0 else centre - half, 1.0 if count == n else centre + half)


def share_difference(first: tuple[int, int], second: tuple[int, int]) -> Interval:
    """Return first minus second of two independent shares given as (count, n), -1 to 1, with its interval.

    (None, -1, 1) when either `n` is 0. Source: Newcombe 1998, method 10 (Wilson's bounds combined).
    """
    a, b = wilson(*first), wilson(*second)
    if a.value is None or b.value is None:
        return Interval(None, -1.0, 1.0)
    value = a.value - b.value
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    return Interval(value, low, high)
