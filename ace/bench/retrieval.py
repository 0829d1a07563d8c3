"""Searching a large corpus: every vector compared, and what ACE does instead, in one run on the same queries."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from ace.bench.search_row import MIB, SearchRow, timed
from ace.bench.synthetic_corpus import SyntheticCorpus, make_corpus, make_questions
from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.embedder import Embedder
from runtime.retrieval.fused_retriever import FusedRetriever, Parts
from runtime.retrieval.open_retriever import index_contract, minilm
from runtime.retrieval.rerank import TEXT_FLOOR
from runtime.retrieval.settings import RetrievalSettings
from runtime.retrieval.top_rows import Ranking
from runtime.retrieval.vector_search import (
    FlatSearch,
    ShortlistSearch,
    VectorSearch,
    build_codes,
    choose_shortlist,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

K = 10
HITS = 3
HNSW_LINKS, HNSW_BUILD, HNSW_SEARCH = 32, 80, 256


def measure_retrieval(
    n: int, queries: int, note: Callable[[str], None], is_hnsw: bool = False, embedder: Embedder | None = None
) -> tuple[SearchRow, ...]:
    """Return one row a way of searching `n` synthetic passages with `queries` real questions.

    `is_hnsw` adds a neighbour graph, which takes minutes to make. Recall is of the 10 nearest, against all vectors.
    """
    chosen = embedder or minilm()
    note(f"making {n} passages of the shipped cards' sentences ...")
    corpus = make_corpus(n, chosen)
    questions = make_questions(queries)
    chosen.embed(questions[:1])
    # Embedded one by one, as they come in practice: each search below is then the search alone.
    speed, vectors = timed(lambda text: chosen.embed([text])[0], questions)
    rows = [SearchRow("embedding the query (MiniLM)", n, *speed, note="part of the last row")]
    note("comparing with every vector ...")
    speed, found = timed(lambda vector: FlatSearch(corpus.vectors).nearest(vector, K, -1.0), vectors)
    exact = [_rows(ranking) for ranking in found]
    size = corpus.vectors.nbytes / MIB
    rows.append(SearchRow("every vector (numpy)", n, *speed, recall_at_10=1.0, mb=size))
    rows.append(_faiss_flat(corpus, vectors, exact))
    if is_hnsw:
        note("making a neighbour graph ...")
        rows.append(_hnsw(corpus, vectors, exact))
    note("making short codes and measuring their recall ...")
    search, recall, row = _ours(corpus, vectors, exact)
    rows.append(row)
    note("making the word index ...")
    return (*rows, *_words_and_hybrid(corpus, questions, chosen, search, recall))


def _rows(ranking: Ranking) -> frozenset[int]:
    return frozenset(ranking.rows.tolist())


def _recall(exact: Sequence[frozenset[int]], found: Sequence[frozenset[int]]) -> float:
    shares = [len(truth & rows) / max(len(truth), 1) for truth, rows in zip(exact, found, strict=True)]
    return round(sum(shares) / len(shares), 4)


def _faiss_flat(corpus: SyntheticCorpus, vectors: "Sequence[Vector]", exact: Sequence[frozenset[int]]) -> SearchRow:
    import faiss

    index = faiss.IndexFlatIP(corpus.vectors.shape[1])
    index.add(corpus.vectors)
    speed, found = timed(lambda vector: frozenset(index.search(vector[None, :], K)[1][0].tolist()), vectors)
    size = corpus.vectors.nbytes / MIB
    return SearchRow("every vector (FAISS flat)", len(corpus.passages), *speed, _recall(exact, found), size)


def _hnsw(corpus: SyntheticCorpus, vectors: "Sequence[Vector]", exact: Sequence[frozenset[int]]) -> SearchRow:
    import faiss

    started = perf_counter()
    index = faiss.IndexHNSWFlat(corpus.vectors.shape[1], HNSW_LINKS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = HNSW_BUILD
    index.add(corpus.vectors)
    built = perf_counter() - started
    index.hnsw.efSearch = HNSW_SEARCH
    speed, found = timed(lambda vector: frozenset(index.search(vector[None, :], K)[1][0].tolist()), vectors)
    links = len(corpus.passages) * 2 * HNSW_LINKS * 4
    size = (corpus.vectors.nbytes + links) / MIB
    name = f"neighbour graph (FAISS HNSW, ef {HNSW_SEARCH})"
    return SearchRow(name, len(corpus.passages), *speed, _recall(exact, found), size, round(built, 1))


def _ours(
    corpus: SyntheticCorpus, vectors: "Sequence[Vector]", exact: Sequence[frozenset[int]]
) -> tuple[VectorSearch, float, SearchRow]:
    started = perf_counter()
    codes = build_codes(corpus.vectors)
    shortlist = choose_shortlist(corpus.vectors, codes)
    built = round(perf_counter() - started, 1)
    search: VectorSearch = FlatSearch(corpus.vectors)
    recall, code_bytes = 1.0, 0
    if shortlist is not None:
        search = ShortlistSearch(corpus.vectors, codes, shortlist.length)
        # Half a byte for two dimensions.
        recall, code_bytes = shortlist.recall, len(corpus.passages) * corpus.vectors.shape[1] // 4
    speed, found = timed(lambda vector: _rows(search.nearest(vector, K, -1.0)), vectors)
    row = SearchRow(
        f"ours ({search.kind})",
        len(corpus.passages),
        *speed,
        recall_at_10=_recall(exact, found),
        mb=round((corpus.vectors.nbytes + code_bytes) / MIB, 1),
        build_s=built,
        note="build: codes, and the measurement that chose the shortlist",
    )
    return search, recall, row


def _words_and_hybrid(
    corpus: SyntheticCorpus, questions: Sequence[str], embedder: Embedder, search: VectorSearch, recall: float
) -> tuple[SearchRow, SearchRow]:
    started = perf_counter()
    bm25 = Bm25Index.build(corpus.passages)
    built = round(perf_counter() - started, 1)
    n = len(corpus.passages)
    speed, _ = timed(lambda text: bm25.rank(text, 100), questions)
    words = SearchRow("words (BM25)", n, *speed, build_s=built)
    contract = index_contract(corpus.passages, embedder, None)
    parts = Parts(corpus.passages, bm25, contract, embedder, search, recall)
    retriever = FusedRetriever(parts, RetrievalSettings())
    speed, _ = timed(lambda text: retriever.find(text, HITS), questions)
    told = f"query vector, words, vectors (cosine over {TEXT_FLOOR}), fusion, reranking, packing; no query asked twice"
    return words, SearchRow("hybrid search, all of it", n, *speed, note=told)
