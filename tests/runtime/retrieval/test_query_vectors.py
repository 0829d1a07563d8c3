import numpy as np

from runtime.retrieval.query_vectors import QueryVectors
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def test_a_question_is_embedded_once() -> None:
    embedder = HashEmbedder()
    queries = QueryVectors(embedder)
    assert np.array_equal(queries.vector("water"), queries.vector("water"))
    assert embedder.embedded == ["water"]


def test_only_the_last_ones_are_remembered() -> None:
    embedder = HashEmbedder()
    queries = QueryVectors(embedder, size=2)
    for query in ("a1", "b1", "a1", "c1", "a1", "b1"):
        queries.vector(query)
    assert embedder.embedded == ["a1", "b1", "c1", "b1"]
