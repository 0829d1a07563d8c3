"""The local index as the agent uses it: words, text vectors and image vectors, each a ranking, fused."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import Hit
from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.contract import IndexContract, check_embedder
from runtime.retrieval.embedder import Embedder
from runtime.retrieval.found import Found, FoundHit
from runtime.retrieval.fuse import DEPTH, RRF_K, fuse
from runtime.retrieval.image_ranking import ImageNeighbours, ImageRanking
from runtime.retrieval.importers.document import Unusable, clean_document
from runtime.retrieval.pack import pack
from runtime.retrieval.passage import Passage
from runtime.retrieval.query_vectors import QueryVectors
from runtime.retrieval.rerank import SHARES, TEXT_FLOOR, Reranked, rerank
from runtime.retrieval.settings import RetrievalSettings
from runtime.retrieval.top_rows import Ranking
from runtime.retrieval.vector_search import VectorSearch

# How much a place in each ranking counts, in the order results show them. The labels of like images are coarse: they
# move passages that words and vectors already found, and lift none to the top.
WEIGHTS: Mapping[str, float] = {"bm25": 1.0, "text": 1.0, "image": 0.25}


@dataclass(frozen=True)
class Parts:
    """What a retriever is made of. `recall` is the vector search's at 10, against the exact one."""

    passages: tuple[Passage, ...]
    bm25: Bm25Index
    contract: IndexContract
    embedder: Embedder | None = None
    vectors: VectorSearch | None = None
    recall: float = 1.0
    images: ImageNeighbours | None = None


class FusedRetriever:
    """A Retriever. Safe to search from several threads; the same query gives the same passages."""

    def __init__(
        self, parts: Parts, settings: RetrievalSettings, unusable: Sequence[Unusable] = (), notices: Sequence[str] = ()
    ) -> None:
        """Search `parts` as `settings` say.

        Raises: IndexContractError when the embedder is not the one the index was made with."""
        if parts.embedder is not None and parts.vectors is not None:
            check_embedder(parts.contract, parts.embedder.contract)
        self._parts, self._settings = parts, settings
        self._is_reranked = settings.rerank == "blend" and parts.vectors is not None
        self._queries = None if parts.embedder is None else QueryVectors(parts.embedder)
        self._lock = threading.Lock()
        self._image_ranking: ImageRanking | None = None
        self._weights = {name: WEIGHTS[name] for name in WEIGHTS if name in self._rankings_made()}
        self.unusable, self.notices = tuple(unusable), tuple(notices)

    @property
    def contract(self) -> JsonObject:
        """The index's contract, how vectors are searched (with the recall measured) and how rankings are fused."""
        parts = self._parts
        return {
            **parts.contract.to_json(),
            "search": parts.vectors.kind if parts.vectors else "none",
            "recall_at_10": parts.recall if parts.vectors else None,
            "rrf_k": RRF_K,
            "weights": dict(self._weights),
            "text_floor": TEXT_FLOOR,
            "rerank": dict(SHARES) if self._is_reranked else None,
        }

    def search(self, query: str, k: int, image_ref: str = "") -> tuple[Hit, ...]:
        """Return the at most k best passages, best first; equal scores by citation.

        Units: Hit.score is the blended score (see rerank), or the fused one where nothing is reranked.
        Raises: ValueError for k below 1.
        """
        return tuple(found.hit for found in self.find(query, k, image_ref).hits)

    def find(self, query: str, k: int, image_ref: str = "") -> Found:
        """Return the at most k best passages with their ranks, and what of them fits the token budget.

        Raises: ValueError for k below 1.
        """
        if k < 1:
            raise ValueError(f"k is {k}; ask for at least one passage")
        rankings = self.rankings(query, image_ref, max(k, DEPTH))
        hits = tuple(
            FoundHit(self._parts.passages[item.row].hit(score), item.score, item.ranks, item.scores)
            for item, score in self.ordered(rankings, k)[:k]
        )
        return Found(hits, pack([found.hit for found in hits], self._settings.token_budget))

    def ordered(self, rankings: Mapping[str, Ranking], k: int) -> list[Reranked]:
        """Return at least the k best rows of `rankings`, fused and, where vectors take part, reranked."""
        fused = fuse(rankings, self._weights)
        if self._is_reranked and fused:
            return rerank(fused, rankings, k)
        return [Reranked(item, item.score) for item in fused]

    def warm_up(self) -> None:
        """Load what the first search would load."""
        if self._queries is not None:
            self._queries.vector("warm up")

    def rankings(self, query: str, image_ref: str, depth: int) -> dict[str, Ranking]:
        """Return each ranking that this index has, by name, before they are fused. An empty query finds nothing."""
        parts, query = self._parts, clean_document(query)
        if not query.strip():
            return {}
        found = {"bm25": parts.bm25.rank(query, depth)}
        if parts.vectors is not None and self._queries is not None:
            found["text"] = parts.vectors.nearest(self._queries.vector(query), depth, TEXT_FLOOR)
        if parts.images is not None and image_ref:
            neighbours = parts.images.near(image_ref)
            # An image alone answers no question: it only speaks for passages where words or vectors found some.
            if neighbours and any(len(ranking.rows) for ranking in found.values()):
                found["image"] = self._images().rank(neighbours)
        return found

    def _rankings_made(self) -> set[str]:
        made = {"bm25"}
        if self._parts.vectors is not None:
            made.add("text")
        if self._parts.images is not None:
            made.add("image")
        return made

    def _images(self) -> ImageRanking:
        with self._lock:
            if self._image_ranking is None:
                self._image_ranking = ImageRanking(self._parts.passages)
            return self._image_ranking
