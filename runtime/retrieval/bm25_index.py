"""The local text index: BM25 over teaching cards, in memory, built in milliseconds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.state import Hit
from runtime.retrieval.cards import Card
from runtime.retrieval.tokenize import TOKENIZER, tokenize

if TYPE_CHECKING:
    import bm25s

K1 = 1.5
B = 0.75


class IndexEmptyError(RuntimeFault):
    """There is nothing to search: no cards, or none with a word in them."""


class Bm25Index:
    """A retriever over cards. Safe to search from several threads. Make it with `build`.

    Source: Robertson & Zaragoza 2009; Kamphuis et al. 2020, Lucene variant (library bm25s).
    """

    def __init__(self, cards: tuple[Card, ...], scorer: "bm25s.BM25") -> None:
        self._cards = cards
        self._scorer = scorer

    @classmethod
    def build(cls, cards: Sequence[Card]) -> "Bm25Index":
        """Return the index of `cards`, in whatever order they come. Title, text and tags are searched.

        Raises: IndexEmptyError for no cards or no words, ValueError when two cards share an id, ModuleNotFoundError
            without bm25s (extra `tutor`).
        """
        import bm25s

        ordered = tuple(sorted(cards, key=lambda card: card.id))
        ids = [card.id for card in ordered]
        if len(set(ids)) != len(ids):
            raise ValueError("two cards share an id; a citation must name one passage")
        tokens = [tokenize(f"{card.title} {card.text} {' '.join(card.tags)}") for card in ordered]
        if not any(tokens):
            raise IndexEmptyError(f"{len(ordered)} cards and no words to index; add cards in samples/knowledge")
        scorer = bm25s.BM25(method="lucene", k1=K1, b=B, backend="numpy")
        scorer.index(tokens, show_progress=False)
        return cls(ordered, scorer)

    def search(self, query: str, k: int, image_ref: str = "") -> tuple[Hit, ...]:
        """Return the at most k best cards, best first; equal scores by id; cards without a term of it never.

        Units: Hit.score is unitless BM25 (k1 = 1.5, b = 0.75). Hit.citation is the card's id.
        Raises: ValueError for k below 1.
        """
        del image_ref
        if k < 1:
            raise ValueError(f"k is {k}; ask for at least one passage")
        terms = [term for term in tokenize(query) if term in self._scorer.vocab_dict]
        if not terms:
            return ()
        scores = [round(float(score), 6) for score in self._scorer.get_scores(terms)]
        best = sorted((-score, card.id, card) for score, card in zip(scores, self._cards, strict=True) if score > 0)
        return tuple(_hit(card, -score) for score, _, card in best[:k])

    @property
    def contract(self) -> JsonObject:
        """What makes two indexes the same: tokenizer, k1, b, corpus_sha256 (ids and texts), n (cards)."""
        corpus = [[card.id, card.title, card.text, list(card.tags)] for card in self._cards]
        return {"tokenizer": TOKENIZER, "k1": K1, "b": B, "corpus_sha256": content_hash(corpus), "n": len(self._cards)}


def _hit(card: Card, score: float) -> Hit:
    source = f"{card.source.reference} {card.source.url}".strip()
    return Hit(citation=card.id, title=card.title, text=card.text, score=score, source=source)
