"""A large corpus for measuring speed: passages of sentences from the shipped cards, with vectors made of theirs.

Embedding 100,000 passages takes about an hour on two cores. A passage's vector is instead a mixture of the real vectors
of its own sentences with a little noise: as crowded as real ones, though no model has read the passage.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ace.paths import shipped
from runtime.retrieval.embedder import Embedder
from runtime.retrieval.passage import Passage
from runtime.retrieval.read_corpus import read_corpus

if TYPE_CHECKING:
    from runtime.retrieval.embedder import Vectors

SENTENCES_EACH = 3
NOISE = 0.02
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_QUESTIONS = ("what is {}?", "how do I recognise {} on an image", "{}", "explain {} to a student")


@dataclass(frozen=True)
class SyntheticCorpus:
    """Shapes: vectors: n x dimension. Passages are sorted by citation."""

    passages: tuple[Passage, ...]
    vectors: "Vectors"


def make_corpus(n: int, embedder: Embedder, seed: int = 0) -> SyntheticCorpus:
    """Return n passages; the same for the same seed."""
    import numpy as np

    cards = read_corpus([shipped("samples") / "knowledge"]).passages
    sentences = [(card, text) for card in cards for text in _SENTENCE.split(card.text.strip()) if len(text) > 20]
    known = embedder.embed([text for _, text in sentences])
    rng = np.random.default_rng(seed)
    picked = rng.integers(0, len(sentences), (n, SENTENCES_EACH))
    shares = rng.dirichlet([2.0] * SENTENCES_EACH, n).astype(np.float32)
    vectors = np.einsum("nk,nkd->nd", shares, known[picked])
    vectors += NOISE * rng.standard_normal(vectors.shape, dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    passages = tuple(
        Passage(
            citation=f"synthetic.{number:06d}",
            title=sentences[first[0]][0].title,
            text=" ".join(sentences[row][1] for row in first),
        )
        for number, first in enumerate(picked.tolist())
    )
    return SyntheticCorpus(passages, np.asarray(vectors, np.float32))


def make_questions(count: int) -> list[str]:
    """Return `count` different questions about the shipped cards' subjects."""
    cards = read_corpus([shipped("samples") / "knowledge"]).passages
    every = [form.format(card.title.lower()) for form in _QUESTIONS for card in cards]
    return list(dict.fromkeys(every))[:count]
