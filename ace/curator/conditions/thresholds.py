"""Numbers as a condition has them: written short, and cut where the failures part best."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A cut is fitted to so many failures and so many others or to none: a few may lie on one side by chance.
MIN_FITTED = 10
MAX_DIGITS = 6
_DIGITS = 3
# How much worse (of 1) a shorter number may part them.
_WORSE = 0.01


def best_cut(failing: "NDArray[np.float64]", others: "NDArray[np.float64]") -> float | None:
    """Return the number below which the share of one group is most larger than that of the other, None for too few.

    It is the shortest that parts them about as well, at most six significant digits.
    Shapes: failing: m finite numbers, others: n.
    """
    import numpy as np

    if min(len(failing), len(others)) < MIN_FITTED:
        return None
    distinct = np.unique(np.concatenate((failing, others)))
    if len(distinct) < 2:
        return None
    parted = _parted(failing, others, distinct)
    # Of cuts that are as good the middle one, so that the order of the groups makes no difference.
    best = np.flatnonzero(parted >= parted.max() - 1e-12)
    at = max(int(best[len(best) // 2]), 1)
    middle = float(distinct[at - 1] + distinct[at]) / 2
    for digits in range(1, MAX_DIGITS):
        short = rounded(middle, digits)
        if _parted(failing, others, np.array([short]))[0] >= parted.max() - _WORSE:
            return short
    return rounded(middle, MAX_DIGITS)


def rounded(number: float, digits: int = _DIGITS) -> float:
    """Return the number with so many significant digits."""
    return float(f"{number:.{digits}g}")


def rounded_down(number: float, digits: int = _DIGITS) -> float:
    """Return the largest number of so many significant digits that is not above `number`."""
    near = rounded(number, digits)
    if near <= number:
        return near
    return rounded(near - _last_place(number, digits), digits)


def rounded_up(number: float, digits: int = _DIGITS) -> float:
    """Return the smallest number of so many significant digits that is not below `number`."""
    return -rounded_down(-number, digits)


def decimal(number: float) -> str:
    """Return a number of at most six significant digits as CEL writes a double, without an exponent."""
    short = rounded(number, MAX_DIGITS)
    text = repr(short)
    if "e" not in text:
        return text
    places = max(MAX_DIGITS - 1 - math.floor(math.log10(abs(short))), 1)
    return f"{short:.{places}f}".rstrip("0") + ("0" if short.is_integer() else "")


def _last_place(number: float, digits: int) -> float:
    power: float = 10.0 ** (math.floor(math.log10(abs(number))) - digits + 1)
    return power


def _parted(
    failing: "NDArray[np.float64]", others: "NDArray[np.float64]", cuts: "NDArray[np.float64]"
) -> "NDArray[np.float64]":
    """Return by how much the shares of both below each cut differ, 0-1 (Youden)."""
    import numpy as np

    shares = [np.searchsorted(np.sort(values), cuts, side="left") / len(values) for values in (failing, others)]
    return np.abs(shares[0] - shares[1])
