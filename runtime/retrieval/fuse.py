"""Several rankings made one by reciprocal rank."""

from collections.abc import Mapping
from typing import NamedTuple

from runtime.retrieval.top_rows import Ranking

RRF_K = 60
DEPTH = 100


class Fused(NamedTuple):
    """One row: its fused score, its rank in each ranking that has it, and its score there."""

    row: int
    score: float
    ranks: dict[str, int]
    scores: dict[str, float]


def fuse(rankings: Mapping[str, Ranking], weights: Mapping[str, float]) -> list[Fused]:
    """Return all rows of `rankings`, best first; equal scores by rank in the first ranking, then in row order.

    Units: score is the sum of weight / (60 + place), rounded to 6 digits.
    Source: Cormack, Clarke & Buettcher 2009.
    """
    ranks: dict[int, dict[str, int]] = {}
    scores: dict[int, dict[str, float]] = {}
    for name, ranking in rankings.items():
        for row, score, place in zip(*(column.tolist() for column in ranking), strict=True):
            ranks.setdefault(row, {})[name] = place
            scores.setdefault(row, {})[name] = score
    fused = [
        Fused(row, round(sum(weights[name] / (RRF_K + place) for name, place in found.items()), 6), found, scores[row])
        for row, found in ranks.items()
    ]
    first = next(iter(rankings), "")
    return sorted(fused, key=lambda item: (-item.score, item.ranks.get(first, len(ranks) + 1), item.row))
