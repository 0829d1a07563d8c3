"""Which signatures are near each other, where there are too many to compare and link them all."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from analyzers.clusters.linkage import average_linkage, by_first_row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Up to here every pair is compared; beyond, FAISS looks into the nearest cells only.
EXACT_ROWS = 20_000
MAX_NEIGHBOURS = 256
_CHUNK = 1024
_CELLS_SEARCHED = 16
_TRAINED_A_CELL = 64


class Neighbours(NamedTuple):
    """Pairs of rows at least as similar as asked, as two arrays of the same length; each pair once or twice."""

    first: "NDArray[np.int64]"
    second: "NDArray[np.int64]"


def link_by_graph(
    vectors: "NDArray[np.float32]", weights: "NDArray[np.float64]", cut: float, linkage_limit: int
) -> "NDArray[np.intp]":
    """Return a label a row, as `average_linkage` would, without comparing what is nowhere near.

    Rows at a cosine distance of at most `cut` are neighbours. What no chain of neighbours connects, average linkage
    does not join either: each connected part of up to `linkage_limit` rows is linked by itself, with the same result.
    A larger part is a chain: it is taken apart around medoids (`split_at_medoids`).

    Shapes: vectors: n x d, unit rows; weights: n; result: n. A row keeps its 256 nearest neighbours at most.
    """
    import numpy as np

    found = near_pairs(vectors, 1.0 - cut)
    parts = connected_parts(found, len(vectors))
    labels = np.empty(len(vectors), np.intp)
    used = 0
    order = np.argsort(parts, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(parts[order])) + 1):
        if len(rows) <= linkage_limit:
            own = average_linkage(vectors[rows], weights[rows], cut)
        else:
            own = _split(rows, found, weights)
        labels[rows] = own + used
        used += int(own.max()) + 1
    return by_first_row(labels)


def near_pairs(vectors: "NDArray[np.float32]", similarity: float) -> Neighbours:
    """Return the pairs of different rows whose cosine is at least `similarity`, each row's 256 nearest at most.

    Up to 20,000 rows all pairs are compared. Beyond, the nearest cells of a FAISS index: a few pairs may be missed.
    """
    import numpy as np

    # Half a step of the rounding in linkage: a pair at the very cut is a neighbour here as it is there.
    floor = similarity - 5e-7
    chunks = list(_exact(vectors, floor) if len(vectors) <= EXACT_ROWS else _by_cells(vectors, floor))
    first, second = (np.concatenate([chunk[side] for chunk in chunks]) for side in (0, 1))
    other = first != second
    return Neighbours(first[other], second[other])


def connected_parts(found: Neighbours, n: int) -> "NDArray[np.int32]":
    """Return the number of its connected part for each of `n` rows."""
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(found.first), np.int8), (found.first, found.second)), shape=(n, n))
    parts: NDArray[np.int32] = connected_components(graph.tocsr(), directed=False)[1]
    return parts


def split_at_medoids(found: Neighbours, weights: "NDArray[np.float64]") -> "NDArray[np.intp]":
    """Return a label for each row that has a weight: every row is a neighbour of its group's medoid, or the medoid.

    The row whose neighbours weigh most takes them all, then the next that is still free takes what is free.
    Source: Taylor 1995, Butina 1999.
    """
    import numpy as np
    from scipy.sparse import coo_array

    n = len(weights)
    both = np.concatenate([found.first, found.second]), np.concatenate([found.second, found.first])
    graph = coo_array((np.ones(len(both[0]), np.int8), both), shape=(n, n)).tocsr()
    labels = np.full(n, -1, np.intp)
    used = 0
    around = weights + (graph.astype(bool).astype(np.float64) @ weights)
    for row in np.argsort(-around, kind="stable"):
        if labels[row] >= 0:
            continue
        near = graph.indices[graph.indptr[row] : graph.indptr[row + 1]]
        labels[near[labels[near] < 0]] = used
        labels[row] = used
        used += 1
    return labels


def _split(rows: "NDArray[np.intp]", found: Neighbours, weights: "NDArray[np.float64]") -> "NDArray[np.intp]":
    import numpy as np

    # Rows are ascending: a part's own numbering keeps their order.
    inside = np.isin(found.first, rows)
    own = Neighbours(np.searchsorted(rows, found.first[inside]), np.searchsorted(rows, found.second[inside]))
    return split_at_medoids(own, weights[rows])


def _exact(vectors: "NDArray[np.float32]", floor: float) -> "Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]":
    import numpy as np

    for start in range(0, len(vectors), _CHUNK):
        similar = vectors[start : start + _CHUNK] @ vectors.T
        if len(vectors) > MAX_NEIGHBOURS:
            kth = np.partition(similar, -MAX_NEIGHBOURS - 1, axis=1)[:, -MAX_NEIGHBOURS - 1]
            similar[similar < np.maximum(kth, floor)[:, None]] = -2.0
        first, second = np.nonzero(similar >= floor)
        yield first + start, second


def _by_cells(vectors: "NDArray[np.float32]", floor: float) -> "Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]":
    import faiss
    import numpy as np

    n, width = vectors.shape
    cells = int(2 * n**0.5)
    index = faiss.IndexIVFFlat(faiss.IndexFlatIP(width), width, cells, faiss.METRIC_INNER_PRODUCT)
    # Every so many rows: the same cells each time, and no random choice.
    index.train(vectors[:: max(1, n // (cells * _TRAINED_A_CELL))])
    index.add(vectors)
    index.nprobe = _CELLS_SEARCHED
    for start in range(0, n, _CHUNK):
        similar, near = index.search(vectors[start : start + _CHUNK], MAX_NEIGHBOURS)
        row, place = np.nonzero((similar >= floor) & (near >= 0))
        yield (row + start).astype(np.int64), near[row, place].astype(np.int64)
