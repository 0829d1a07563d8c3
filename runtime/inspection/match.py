"""Which kept boxes are which voids: one to one, as many hits as there can be."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from runtime.inspection.types import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HIT_IOU = 0.2


class Matched(NamedTuple):
    """Indices: `hits` are (kept, truth), `false` kept ones that hit nothing, `missed` true ones that nothing hit."""

    hits: tuple[tuple[int, int], ...]
    false: tuple[int, ...]
    missed: tuple[int, ...]


def iou(a: Box, b: Box) -> float:
    """Return the boxes' intersection over their union, 0-1; 0 where either is empty."""
    wide = min(a.x1, b.x1) - max(a.x0, b.x0)
    high = min(a.y1, b.y1) - max(a.y0, b.y0)
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    return shared / (a.area_px + b.area_px - shared)


def match_boxes(kept: Sequence[Box], truth: Sequence[Box], at_least: float = HIT_IOU) -> Matched:
    """Return the largest one-to-one pairing of kept with true boxes of at least this IoU, all in ascending order.

    Among equally large ones it is always the same, not the one of the highest overlap: only the number counts.
    Source: Hopcroft and Karp's maximum bipartite matching.
    """
    if not kept or not truth:
        return Matched((), tuple(range(len(kept))), tuple(range(len(truth))))
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    overlaps = _iou_table(kept, truth) >= at_least
    partner = maximum_bipartite_matching(csr_array(overlaps), perm_type="column")
    hits = tuple((index, int(other)) for index, other in enumerate(partner) if other >= 0)
    hit_kept, hit_true = {index for index, _ in hits}, {other for _, other in hits}
    return Matched(
        hits,
        tuple(index for index in range(len(kept)) if index not in hit_kept),
        tuple(index for index in range(len(truth)) if index not in hit_true),
    )


def _iou_table(kept: Sequence[Box], truth: Sequence[Box]) -> "NDArray[np.float64]":
    """Return iou of each kept box (row) with each true one (column)."""
    import numpy as np

    a, b = np.asarray(kept, np.float64)[:, None, :], np.asarray(truth, np.float64)[None, :, :]
    wide = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    high = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    shared = np.maximum(wide, 0.0) * np.maximum(high, 0.0)
    union = _areas(a) + _areas(b) - shared
    return np.asarray(np.where(shared > 0, shared / np.maximum(union, 1.0), 0.0), np.float64)


def _areas(boxes: "NDArray[np.float64]") -> "NDArray[np.float64]":
    import numpy as np

    sides = np.maximum(boxes[..., 2:] - boxes[..., :2], 0.0)
    return np.asarray(sides[..., 0] * sides[..., 1], np.float64)
