"""Average linkage over failures with a cut: exact, for up to a few thousand different vectors."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Merge(NamedTuple):
    """Two rows whose groups were joined, and the average distance between those groups."""

    distance: float
    first: int
    second: int


def average_linkage(vectors: "NDArray[np.float32]", weights: "NDArray[np.float64]", cut: float) -> "NDArray[np.intp]":
    """Return a label a row: groups join, nearest first, while their average cosine distance is at most `cut`.

    A row of weight w counts as w equal points: averages are over failures, not over wordings, so that a few rare
    wordings more leave the groups as they are. Labels count from 0 in the order of their first row.

    Shapes: vectors: n x d, unit rows; weights: n, over 0; result: n. Memory: 4 n^2 bytes. Time: about n^2.
    Source: UPGMA (Sokal & Michener 1958) by nearest-neighbour chains (Murtagh 1983).
    """
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(vectors)
    near = [(merge.first, merge.second) for merge in merges(vectors, weights) if merge.distance <= cut]
    first, second = np.array(near, np.intp).reshape(-1, 2).T
    graph = coo_array((np.ones(len(near), np.int8), (first, second)), shape=(n, n))
    return by_first_row(connected_components(graph.tocsr(), directed=False)[1])


def merges(vectors: "NDArray[np.float32]", weights: "NDArray[np.float64]") -> list[Merge]:
    """Return all n - 1 merges, in no particular order; a merge's distance is never under those of its parts."""
    import numpy as np

    distances = _distances(vectors)
    sizes = weights.astype(np.float64).copy()
    alive = np.ones(len(vectors), bool)
    found: list[Merge] = []
    chain: list[int] = []
    while len(found) < len(vectors) - 1:
        if not chain:
            chain = [int(np.argmax(alive))]
        _follow(distances, chain)
        last, before = chain.pop(), chain.pop()
        found.append(Merge(round(float(distances[last, before]), 6), last, before))
        keep, gone = min(last, before), max(last, before)
        share = sizes[keep] / (sizes[keep] + sizes[gone])
        joined = share * distances[keep] + (1.0 - share) * distances[gone]
        joined[keep] = np.inf
        distances[keep] = distances[:, keep] = joined
        distances[gone] = distances[:, gone] = np.inf
        sizes[keep] += sizes[gone]
        alive[gone] = False
    return found


def by_first_row(labels: "NDArray[np.integer]") -> "NDArray[np.intp]":
    """Return the same grouping with labels numbered from 0 in the order of their first row."""
    import numpy as np

    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]


def _follow(distances: "NDArray[np.float32]", chain: list[int]) -> None:
    """Go from nearest to nearest until two are each other's: the last two of `chain`."""
    while True:
        row = distances[chain[-1]]
        nearest = int(row.argmin())
        if len(chain) > 1 and row[chain[-2]] <= row[nearest]:
            return
        chain.append(nearest)


def _distances(vectors: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Cosine distances to a millionth, so that ties stay ties; infinite to itself."""
    import numpy as np

    distances: NDArray[np.float32] = vectors @ vectors.T
    np.subtract(1.0, distances, out=distances)
    np.round(distances, 6, out=distances)
    np.clip(distances, 0.0, 2.0, out=distances)
    np.fill_diagonal(distances, np.inf)
    # A product of matrices is symmetric but for the last bit.
    for row in range(1, len(distances)):
        distances[row, :row] = distances[:row, row]
    return distances
