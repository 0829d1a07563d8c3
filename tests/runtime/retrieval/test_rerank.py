import numpy as np
import pytest

from runtime.retrieval.fuse import DEPTH, fuse
from runtime.retrieval.rerank import RERANKED, TEXT_FLOOR, rerank
from runtime.retrieval.top_rows import Ranking

EVEN = {"bm25": 1.0, "text": 1.0, "image": 0.25}


def _ranking(rows: dict[int, float]) -> Ranking:
    return Ranking(
        np.asarray(list(rows), np.int64), np.asarray(list(rows.values()), np.float64), np.arange(1, len(rows) + 1)
    )


def _order(bm25: dict[int, float], text: dict[int, float], **more: Ranking) -> list[tuple[int, float]]:
    rankings = {"bm25": _ranking(bm25), "text": _ranking(text), **more}
    return [(item.fused.row, item.score) for item in rerank(fuse(rankings, EVEN), rankings, 3)]


def test_the_score_is_the_cosine_and_a_share_for_words() -> None:
    assert _order({7: 10.0, 8: 5.0}, {7: 0.6, 8: 0.5}) == [(7, 0.8), (8, 0.6)]


def test_a_clear_cosine_wins_where_ranks_tie() -> None:
    assert [row for row, _ in _order({1: 10.0, 2: 9.9}, {2: 0.9, 1: 0.5})] == [2, 1]


def test_a_word_that_vectors_do_not_know_wins_over_a_weak_cosine() -> None:
    assert _order({1: 10.0}, {2: 0.4}) == [(1, TEXT_FLOOR + 0.2), (2, 0.4)]


def test_outside_a_full_ranking_the_cosine_is_at_most_its_last() -> None:
    text = {row: 0.9 - row / 1000 for row in range(DEPTH)}
    assert dict(_order({999: 3.0}, text))[999] == pytest.approx(0.9 - (DEPTH - 1) / 1000 + 0.2)


def test_an_image_breaks_near_ties_only() -> None:
    image = Ranking(np.asarray([2]), np.asarray([0.9]), np.asarray([1]))
    assert [row for row, _ in _order({1: 5.0, 2: 5.0}, {1: 0.52, 2: 0.5}, image=image)] == [2, 1]
    assert [row for row, _ in _order({1: 5.0, 2: 5.0}, {1: 0.6, 2: 0.5}, image=image)] == [1, 2]


def test_only_the_best_fused_are_looked_at() -> None:
    rankings = {"bm25": _ranking({row: 50.0 - row for row in range(50)}), "text": _ranking({})}
    fused = fuse(rankings, EVEN)
    assert len(rerank(fused, rankings, 3)) == RERANKED
    assert len(rerank(fused, rankings, 40)) == 40


def test_equal_scores_keep_the_fused_order() -> None:
    assert [row for row, _ in _order({3: 1.0, 1: 1.0}, {})] == [3, 1]
