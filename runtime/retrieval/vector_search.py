"""Nearest vectors: every one compared (exact), or a shortlist by short codes that is then compared exactly.

The shortlist is for large corpora. It is taken only when its recall, measured against the exact search on the corpus's
own texts when the index is built, reaches RECALL; otherwise the exact search stays.
"""

from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from runtime.contracts.errors import RuntimeFault
from runtime.retrieval.top_rows import Ranking, top_rows

if TYPE_CHECKING:
    import faiss
    import numpy as np
    from numpy.typing import NDArray

    from runtime.retrieval.embedder import Vectors

RECALL = 0.99
MEASURED_K = 10
MEASURED_QUERIES = 200
# Below this many passages the exact search takes under 2 ms.
LARGE = 20_000
TRAINED_ON = 20_000
SHORTLISTS = (128, 256, 512, 1024)


class VectorSearch(Protocol):
    """Finds passages by vector. Safe to use from several threads."""

    @property
    def kind(self) -> str:
        """flat, or shortlist with its length."""
        ...

    def nearest(self, query: "NDArray[np.float32]", k: int, floor: float) -> Ranking:
        """Return the at most k rows whose cosine with `query` is above `floor`. Shapes: query: dimension."""
        ...


class FlatSearch:
    """Compares the query with every vector: exact."""

    kind = "flat"

    def __init__(self, vectors: "Vectors") -> None:
        self._vectors = vectors

    def nearest(self, query: "NDArray[np.float32]", k: int, floor: float) -> Ranking:
        """Return the nearest rows. Units: scores are cosines."""
        near = top_rows(self._vectors @ query, k, floor).rows
        return _compared(self._vectors, near, query, k, floor)


class ShortlistSearch:
    """Scans 4-bit product codes for the likely rows, then compares those exactly.

    Source: Andre, Kermarrec & Le Scouarnec 2015 (fast scan); library faiss.
    """

    def __init__(self, vectors: "Vectors", codes: "faiss.Index", length: int) -> None:
        self._vectors, self._codes, self._length = vectors, codes, length
        self.kind = f"shortlist-{length}"

    def nearest(self, query: "NDArray[np.float32]", k: int, floor: float) -> Ranking:
        """Return the nearest of the shortlist. Units: scores are cosines."""
        rows = self._codes.search(query[None, :], max(self._length, k))[1][0]
        return _compared(self._vectors, rows[rows >= 0], query, k, floor)


def _compared(
    vectors: "Vectors", rows: "NDArray[np.int64]", query: "NDArray[np.float32]", k: int, floor: float
) -> Ranking:
    """Return the best of `rows` by cosines in double precision, row by row: equal vectors then have equal scores."""
    import numpy as np

    ordered = np.sort(rows)
    cosines = (vectors[ordered].astype(np.float64) * query.astype(np.float64)).sum(axis=1)
    found = top_rows(cosines, k, floor)
    return found._replace(rows=ordered[found.rows])


class Shortlist(NamedTuple):
    """Codes, how many rows to take from them, and the recall at 10 this gives."""

    codes: "faiss.Index"
    length: int
    recall: float


def build_codes(vectors: "Vectors") -> "faiss.Index":
    """Return the codes of `vectors`, half a byte for two dimensions; the same for the same vectors.

    Raises: RuntimeFault without faiss.
    """
    import numpy as np

    library = faiss_library()
    codes: faiss.Index = library.IndexPQFastScan(
        vectors.shape[1], vectors.shape[1] // 2, 4, library.METRIC_INNER_PRODUCT
    )
    step = max(len(vectors) // TRAINED_ON, 1)
    threads = library.omp_get_max_threads()
    # The training's many short loops wait for each other on a busy machine; one thread also keeps its sums in order.
    library.omp_set_num_threads(1)
    try:
        codes.train(np.ascontiguousarray(vectors[::step][:TRAINED_ON]))
        codes.add(np.ascontiguousarray(vectors))
    finally:
        library.omp_set_num_threads(threads)
    return codes


def faiss_library() -> ModuleType:
    """Return the library of vector codes. Raises: RuntimeFault naming what to install."""
    try:
        import faiss
    except ImportError as exc:
        raise RuntimeFault(
            f"vectors of {LARGE} passages or more need {exc.name or exc}: install ace-optimizer[tutor], or set "
            "`retrieval.kind: bm25`"
        ) from exc
    assert isinstance(faiss, ModuleType)
    return faiss


def choose_shortlist(vectors: "Vectors", codes: "faiss.Index") -> Shortlist | None:
    """Return the shortest list that reaches RECALL on blends of the corpus's own vectors, or None when none does."""
    queries = _trial_queries(vectors)
    exact = [frozenset(FlatSearch(vectors).nearest(query, MEASURED_K, -1.0).rows.tolist()) for query in queries]
    for length in SHORTLISTS:
        search = ShortlistSearch(vectors, codes, length)
        same = sum(
            len(truth & set(search.nearest(query, MEASURED_K, -1.0).rows.tolist())) / max(len(truth), 1)
            for truth, query in zip(exact, queries, strict=True)
        )
        recall = same / len(queries)
        if recall >= RECALL:
            return Shortlist(codes, length, round(recall, 4))
    return None


def _trial_queries(vectors: "Vectors") -> "Vectors":
    """Mixtures of three passages in even shares: near the corpus as a question is, and no passage itself."""
    import numpy as np

    rng = np.random.default_rng(0)
    picked = vectors[rng.integers(0, len(vectors), (MEASURED_QUERIES, 3))].mean(axis=1)
    lengths = np.linalg.norm(picked, axis=1, keepdims=True)
    return np.asarray(picked / np.maximum(lengths, 1e-12), np.float32)
