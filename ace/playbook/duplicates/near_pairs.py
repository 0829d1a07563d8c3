"""All pairs of vectors at least so alike: exact, and fast enough for 100,000.

Every vector is turned into the axes that hold most of what tells the vectors apart. Of two unit vectors, the
product over the first axes plus the product of the lengths of what is left is never less than their cosine
(Cauchy-Schwarz), so one small matrix product rules out nearly all pairs; those that remain are computed in full.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ace.playbook.duplicates.tiled_product import pairs_in_strips
from runtime.contracts.errors import RuleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK = 1024
MAX_PAIRS = 5_000_000
# What 32-bit products may be off by; a pair within it is computed in full.
_SLACK = 1e-4
# The same of a squared length: what is left beside the first axes is never taken for shorter than it is.
_LENGTH_SLACK = 1e-6
_FITTED = 16_000
_TRIED = 2000
_SMALL = 4096
# With the length of the rest a multiple of 8 or 16 columns.
_AXES = (31, 39, 47, 55, 63, 79, 95, 127, 191)
# What a full comparison of one pair costs, in axes of the matrix product (measured on two cores).
_PAIR_COST = 20_000


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

    lengths = _lengths(vectors)
    if not np.isfinite(lengths).all():
        raise RuleError("a rule's vector holds a value that is no number; embed the texts again")
    lengths[lengths == 0] = 1.0
    unit = (vectors / lengths.astype(np.float32)[:, None]).astype(np.float32, copy=False)
    bound = threshold - _SLACK

    def is_near(left: "NDArray[np.int64]", right: "NDArray[np.int64]") -> "NDArray[np.bool_]":
        return np.asarray(_cosines(unit, left, right) >= bound)

    found: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    count = 0
    for pair in pairs_in_strips(_shortened(unit, threshold), bound, is_near, MAX_PAIRS):
        found.append(pair)
        count += len(pair[0])
        if count > MAX_PAIRS:
            raise RuleError(f"more than {MAX_PAIRS} pairs of rules are alike; raise the threshold, or split the rules")
    return _sorted(vectors, lengths, found, threshold)


def _lengths(vectors: "NDArray[np.float32]") -> "NDArray[np.float64]":
    import numpy as np

    parts = [np.linalg.norm(part.astype(np.float64), axis=1) for part in _blocks(vectors)]
    return np.concatenate(parts) if parts else np.zeros(0)


def _blocks(rows: "NDArray[np.float32]") -> "Iterator[NDArray[np.float32]]":
    """Return the rows some at a time: what is made of all at once would take too much memory."""
    return (rows[at : at + BLOCK] for at in range(0, len(rows), BLOCK))


def _cosines(
    unit: "NDArray[np.float32]", left: "NDArray[np.int64]", right: "NDArray[np.int64]"
) -> "NDArray[np.float32]":
    import numpy as np

    parts = [
        np.einsum("nd,nd->n", unit[left[at : at + BLOCK]], unit[right[at : at + BLOCK]])
        for at in range(0, len(left), BLOCK)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def _sorted(
    vectors: "NDArray[np.float32]",
    lengths: "NDArray[np.float64]",
    found: "list[tuple[NDArray[np.int64], NDArray[np.int64]]]",
    threshold: float,
) -> NearPairs:
    import numpy as np

    none = np.zeros(0, np.int64)
    left = np.concatenate([pair[0] for pair in found] or [none])
    right = np.concatenate([pair[1] for pair in found] or [none])
    order = np.lexsort((right, left))
    left, right = left[order], right[order]
    cosine = np.zeros(len(left))
    for at in range(0, len(left), BLOCK):
        some = slice(at, at + BLOCK)
        one, other = (vectors[rows[some]] / lengths[rows[some], None] for rows in (left, right))
        cosine[some] = np.einsum("nd,nd->n", one, other)
    near = cosine >= threshold
    return NearPairs(left[near], right[near], cosine[near])


def _shortened(unit: "NDArray[np.float32]", threshold: float) -> "NDArray[np.float32]":
    """Return vectors whose products are never less than those of `unit`, on fewer axes where that is cheaper."""
    import numpy as np

    if len(unit) <= _SMALL:
        return unit
    order = np.random.default_rng(0).permutation(len(unit))
    # Tried on other rows than fitted to: on its own rows any choice of axes looks better than it is.
    chosen, fitted = unit[order[:_TRIED]], unit[order[_TRIED : _TRIED + _FITTED]]
    _, turned = np.linalg.eigh((fitted.T @ fitted).astype(np.float64))
    axes = np.ascontiguousarray(turned[:, ::-1], np.float32)
    best, least = 0, float(unit.shape[1])
    for count in (axis for axis in _AXES if axis < unit.shape[1]):
        product = (short := _cut(chosen, axes[:, :count])) @ short.T
        share = np.count_nonzero(product >= threshold - _SLACK) / product.size - 1 / len(chosen)
        if count + _PAIR_COST * share < least:
            best, least = count, count + _PAIR_COST * share
    return np.concatenate([_cut(part, axes[:, :best]) for part in _blocks(unit)]) if best else unit


def _cut(unit: "NDArray[np.float32]", axes: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Return the rows on `axes`, and as one more axis the length of what is left of them."""
    import numpy as np

    turned = unit @ axes
    squared = np.einsum("nd,nd->n", unit, unit) - np.einsum("nd,nd->n", turned, turned)
    rest = np.sqrt(np.maximum(squared, 0.0) + _LENGTH_SLACK)
    return np.hstack([turned, rest[:, None]])
