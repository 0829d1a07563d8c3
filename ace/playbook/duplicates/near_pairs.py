"""All pairs of vectors at least so alike: exact, and fast enough for 100,000.

Every vector is turned into the axes that hold most of what tells the vectors apart. Of two unit vectors, the
product over the first axes plus the product of the lengths of what is left is never less than their cosine
(Cauchy-Schwarz), so one small matrix product rules out nearly all pairs; those that remain are computed in full.
"""

from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import RuleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 1024
MAX_PAIRS = 5_000_000
# What 32-bit products may be off by; a pair within it is computed in full.
_SLACK = 1e-4
_SAMPLE = 2000
_SMALL = 4096
_AXES = (32, 48, 64, 96, 128, 192)
# What a full comparison of one pair costs, in axes of the matrix product (measured on two cores).
_PAIR_COST = 40_000


class NearPairs(NamedTuple):
    """Rows `left` < `right` of each pair, sorted, with their cosine in double precision."""

    left: "NDArray[np.int64]"
    right: "NDArray[np.int64]"
    cosine: "NDArray[np.float64]"


def near_pairs(vectors: "NDArray[np.float32]", threshold: float) -> NearPairs:
    """Return every pair with a cosine of at least `threshold`; a vector of length 0 is like no other.

    Shapes: vectors: n x d, of any length. Units: threshold above 0, at most 1.
    Raises: RuleError for values that are no numbers, and when more than MAX_PAIRS pairs are alike.
    """
    import numpy as np

    if not np.isfinite(vectors).all():
        raise RuleError("a rule's vector holds a value that is no number; embed the texts again")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    exact = vectors / np.where(lengths > 0, lengths, 1.0)
    unit = exact.astype(np.float32)
    short = _shortened(unit, threshold)
    found: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    count = 0
    for start in range(0, len(short), BLOCK):
        rows = short[start : start + BLOCK]
        for other in range(start, len(short), BLOCK):
            product = rows @ short[other : other + BLOCK].T
            if product.max() < threshold - _SLACK:
                continue
            # Far faster than looking for places in two dimensions.
            left, right = np.divmod(np.flatnonzero(product.ravel() >= threshold - _SLACK), product.shape[1])
            left, right = left + start, right + other
            later = right > left
            pair = _checked(unit, left[later], right[later], threshold - _SLACK)
            count += len(pair[0])
            if count > MAX_PAIRS:
                raise RuleError(
                    f"more than {MAX_PAIRS} pairs of rules are alike; raise the threshold, or split the rules"
                )
            found.append(pair)
    return _sorted(exact, found, threshold)


def _checked(
    unit: "NDArray[np.float32]", left: "NDArray[np.int64]", right: "NDArray[np.int64]", bound: float
) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    keep = _cosines(unit, left, right) >= bound
    return left[keep], right[keep]


def _cosines(
    unit: "NDArray[np.floating]", left: "NDArray[np.int64]", right: "NDArray[np.int64]"
) -> "NDArray[np.floating]":
    """Return each pair's product, some at a time: gathering the rows of all would take too much memory."""
    import numpy as np

    parts = [
        np.einsum("nd,nd->n", unit[left[at : at + BLOCK]], unit[right[at : at + BLOCK]])
        for at in range(0, len(left), BLOCK)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, unit.dtype)


def _sorted(
    exact: "NDArray[np.float64]", found: "list[tuple[NDArray[np.int64], NDArray[np.int64]]]", threshold: float
) -> NearPairs:
    import numpy as np

    none = np.zeros(0, np.int64)
    left = np.concatenate([pair[0] for pair in found] or [none])
    right = np.concatenate([pair[1] for pair in found] or [none])
    cosine = _cosines(exact, left, right)
    order = np.lexsort((right, left))
    order = order[cosine[order] >= threshold]
    return NearPairs(left[order], right[order], np.asarray(cosine[order], np.float64))


def _shortened(unit: "NDArray[np.float32]", threshold: float) -> "NDArray[np.float32]":
    """Return vectors whose products are never less than those of `unit`, on fewer axes where that is cheaper."""
    import numpy as np

    if len(unit) <= _SMALL:
        return unit
    chosen = unit[np.random.default_rng(0).choice(len(unit), _SAMPLE, replace=False)]
    _, turned = np.linalg.eigh(chosen.T.astype(np.float64) @ chosen)
    axes = np.ascontiguousarray(turned[:, ::-1], np.float32)
    sample = chosen @ axes
    best, least = 0, float(unit.shape[1])
    for count in (axis for axis in _AXES if axis < unit.shape[1]):
        product = (short := _cut(sample, count)) @ short.T
        share = np.count_nonzero(product >= threshold - _SLACK) / product.size - 1 / len(sample)
        if count + _PAIR_COST * share < least:
            best, least = count, count + _PAIR_COST * share
    return _cut(unit @ axes, best) if best else unit


def _cut(turned: "NDArray[np.float32]", count: int) -> "NDArray[np.float32]":
    import numpy as np

    rest = np.linalg.norm(turned[:, count:], axis=1, keepdims=True)
    return np.ascontiguousarray(np.hstack([turned[:, :count], rest]), np.float32)
