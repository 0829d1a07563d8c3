import numpy as np
import pytest

from runtime.retrieval.fuse import fuse
from runtime.retrieval.top_rows import Ranking


def _ranking(*rows: int, places: list[int] | None = None) -> Ranking:
    scores = np.linspace(1.0, 0.5, len(rows)) if rows else np.zeros(0)
    return Ranking(np.asarray(rows, np.int64), scores, np.asarray(places or range(1, len(rows) + 1), np.int64))


EVEN = {"bm25": 1.0, "text": 1.0}


def test_the_score_is_the_sum_of_reciprocal_ranks() -> None:
    first, second = fuse({"bm25": _ranking(7, 3), "text": _ranking(7)}, EVEN)
    assert (first.row, first.score, first.ranks) == (7, round(2 / 61, 6), {"bm25": 1, "text": 1})
    assert (second.row, second.score, second.ranks) == (3, round(1 / 62, 6), {"bm25": 2})
    assert first.scores == {"bm25": 1.0, "text": 1.0}


@pytest.mark.parametrize(
    ("bm25", "text", "order"),
    [((1, 2), (2, 1), [1, 2]), ((2, 1), (1, 2), [2, 1]), ((5,), (4,), [5, 4]), ((), (4, 3), [4, 3])],
    ids=["swapped", "swapped-the-other-way", "one-each", "text-only"],
)
def test_ties_go_to_the_better_match_of_words(bm25: tuple[int, ...], text: tuple[int, ...], order: list[int]) -> None:
    assert [item.row for item in fuse({"bm25": _ranking(*bm25), "text": _ranking(*text)}, EVEN)] == order


def test_a_ranking_may_give_one_place_to_many_and_ties_then_keep_row_order() -> None:
    assert [item.row for item in fuse({"image": _ranking(9, 4, places=[2, 2])}, {"image": 1.0})] == [4, 9]


def test_a_weight_scales_a_ranking() -> None:
    rankings = {"bm25": _ranking(1), "text": _ranking(2)}
    assert [item.row for item in fuse(rankings, {"bm25": 1.0, "text": 2.0})] == [2, 1]


def test_nothing_fuses_to_nothing() -> None:
    assert fuse({}, EVEN) == []
