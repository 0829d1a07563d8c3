import numpy as np

from ace.bench.synthetic_corpus import make_corpus, make_questions
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def test_the_corpus_is_the_same_for_a_seed_and_another_for_another() -> None:
    first, again = (make_corpus(50, HashEmbedder()) for _ in range(2))
    assert first.passages == again.passages
    assert np.array_equal(first.vectors, again.vectors)
    assert make_corpus(50, HashEmbedder(), seed=1).passages != first.passages


def test_passages_are_sorted_and_their_vectors_have_length_one() -> None:
    corpus = make_corpus(50, HashEmbedder())
    citations = [passage.citation for passage in corpus.passages]
    assert citations == sorted(set(citations))
    assert np.allclose(np.linalg.norm(corpus.vectors, axis=1), 1.0, atol=1e-5)


def test_a_passages_vector_is_near_its_own_text() -> None:
    embedder = HashEmbedder()
    corpus = make_corpus(30, embedder)
    own = (corpus.vectors * embedder.embed([passage.text for passage in corpus.passages])).sum(axis=1)
    assert own.mean() > 0.8


def test_questions_are_different() -> None:
    assert len(set(make_questions(200))) == 200
