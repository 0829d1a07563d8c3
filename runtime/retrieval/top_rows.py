"""The best rows of an array of scores."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIGITS = 6


class Ranking(NamedTuple):
    """Rows of the index, best first, with their scores and places (from 1; rows that tie may share one).

    Shapes: the three have one length.
    """

    rows: "NDArray[np.int64]"
    scores: "NDArray[np.float64]"
    places: "NDArray[np.int64]"


def top_rows(scores: "NDArray[np.floating]", k: int, floor: float = 0.0) -> Ranking:
    """Return the at most k rows with a score above `floor`, best first; equal scores (to 6 digits) in row order.

    Shapes: scores: n; result: min(k, rows above the floor).
    """
    import numpy as np

    # Rows below the floor go first: partitioning many equal zeros is slow.
    rows = np.flatnonzero(scores > floor)
    values = np.asarray(np.round(scores[rows].astype(np.float64), DIGITS), np.float64)
    if len(rows) > k:
        bound = np.partition(values, len(values) - k)[len(values) - k]
        kept = values >= bound
        rows, values = rows[kept], values[kept]
    order = np.lexsort((rows, -values))[:k]
    return Ranking(rows[order], values[order], np.arange(1, len(order) + 1))
