"""The best fused passages put in order by how well they match, not only by their ranks.

Reciprocal ranks forget how far apart matches are: a passage that words alone found ties with one that vectors alone
found, however near. Measured in docs/evidence/retrieval.md.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runtime.retrieval.fuse import DEPTH, Fused
from runtime.retrieval.top_rows import DIGITS, Ranking

# What the best match of words, and the first place by images, add to a cosine.
SHARES: Mapping[str, float] = {"bm25": 0.2, "image": 0.05}
RERANKED = 20
# Cosines of texts that have nothing to do with each other lie below.
TEXT_FLOOR = 0.25


class Reranked(NamedTuple):
    """A fused row and its blended score."""

    fused: Fused
    score: float


def rerank(fused: Sequence[Fused], rankings: Mapping[str, Ranking], k: int) -> list[Reranked]:
    """Return the first 20 of `fused` (or k, when that is more), best first; equal scores stay in fused order.

    Units: score is the cosine with the query, plus 0.2 x the share of the best BM25 score, plus at most 0.05 by image.
    Source: Bruch, Gai & Ingber 2023 (convex combination of lexical and semantic scores).
    """
    unseen = _unseen_cosine(rankings["text"])
    best = float(rankings["bm25"].scores[0]) if len(rankings["bm25"].scores) else 1.0

    def score(item: Fused) -> float:
        total = item.scores.get("text", unseen) + SHARES["bm25"] * item.scores.get("bm25", 0.0) / best
        if "image" in item.ranks:
            total += SHARES["image"] * (1 - (item.ranks["image"] - 1) / DEPTH)
        return round(total, DIGITS)

    made = [Reranked(item, score(item)) for item in fused[: max(k, RERANKED)]]
    return sorted(made, key=lambda item: -item.score)


def _unseen_cosine(text: Ranking) -> float:
    """What a passage outside the vectors' ranking has at most."""
    return float(text.scores[-1]) if len(text.scores) >= DEPTH else TEXT_FLOOR
