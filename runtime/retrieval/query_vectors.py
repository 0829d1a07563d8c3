"""Vectors of queries, each made once: the same questions come again in every trial."""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from runtime.retrieval.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE = 2048


class QueryVectors:
    """An embedder of single queries that remembers the last `size`. Safe to use from several threads."""

    def __init__(self, embedder: Embedder, size: int = SIZE) -> None:
        self._embedder, self._size = embedder, size
        self._lock = threading.Lock()
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def vector(self, query: str) -> "NDArray[np.float32]":
        """Return the query's vector. Shapes: dimension."""
        with self._lock:
            if query in self._known:
                self._known.move_to_end(query)
                return self._known[query]
        made: NDArray[np.float32] = self._embedder.embed([query])[0]
        with self._lock:
            self._known[query] = made
            while len(self._known) > self._size:
                self._known.popitem(last=False)
        return made
