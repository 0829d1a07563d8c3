import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.retrieval.vector_search import (
    RECALL,
    FlatSearch,
    ShortlistSearch,
    build_codes,
    choose_shortlist,
)

Floats = NDArray[np.float32]


def _scaled(vectors: NDArray[np.floating]) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def _clustered(n: int, dimension: int = 64) -> Floats:
    rng = np.random.default_rng(1)
    centres = rng.standard_normal((60, dimension))
    return _scaled(centres[rng.integers(0, 60, n)] + 0.5 * rng.standard_normal((n, dimension)))


def test_flat_search_is_the_sorted_list_of_cosines() -> None:
    vectors = _clustered(500)
    found = FlatSearch(vectors).nearest(vectors[7], 5, 0.0)
    cosines = vectors @ vectors[7]
    assert found.rows.tolist() == np.argsort(-cosines, kind="stable")[:5].tolist()
    assert found.rows[0] == 7
    assert found.scores[0] == pytest.approx(1.0, abs=1e-5)


def test_nothing_below_the_floor_is_found() -> None:
    vectors = _scaled(np.eye(3, 64))
    assert FlatSearch(vectors).nearest(vectors[0], 3, 0.25).rows.tolist() == [0]


def test_the_shortlist_gives_what_the_flat_search_gives() -> None:
    vectors = _clustered(4000)
    codes = build_codes(vectors)
    chosen = choose_shortlist(vectors, codes)
    assert chosen is not None
    assert chosen.recall >= RECALL
    search = ShortlistSearch(vectors, codes, chosen.length)
    assert search.kind == f"shortlist-{chosen.length}"
    same = 0
    for row in range(0, 4000, 100):
        exact = FlatSearch(vectors).nearest(vectors[row], 10, 0.1)
        near = search.nearest(vectors[row], 10, 0.1)
        same += len(set(exact.rows.tolist()) & set(near.rows.tolist()))
        shared = dict(zip(exact.rows.tolist(), exact.scores.tolist(), strict=True))
        for found, score in zip(near.rows.tolist(), near.scores.tolist(), strict=True):
            assert score == pytest.approx(shared.get(found, score), abs=1e-5)
    assert same >= 0.99 * 10 * 40


def test_the_codes_of_the_same_vectors_are_the_same() -> None:
    import faiss

    vectors = _clustered(2000)
    first, second = (faiss.serialize_index(build_codes(vectors)) for _ in range(2))
    assert np.array_equal(first, second)


def test_no_shortlist_is_chosen_when_none_reaches_the_recall() -> None:
    vectors = _clustered(3000)
    # Codes of other vectors: the shortlist is then a lottery.
    rng = np.random.default_rng(2)
    assert choose_shortlist(vectors, build_codes(_scaled(rng.standard_normal(vectors.shape)))) is None


def test_equal_vectors_come_in_row_order() -> None:
    vectors = np.repeat(_clustered(1), 4, axis=0)
    assert FlatSearch(vectors).nearest(vectors[0], 3, 0.0).rows.tolist() == [0, 1, 2]
