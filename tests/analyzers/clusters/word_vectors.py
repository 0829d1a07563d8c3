"""A deterministic embedder for tests: a fixed direction a word, so that texts with the same words are near."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from analyzers.clusters.text_vectors import Embedding

DIMENSION = 128


def _word(word: str) -> NDArray[np.float64]:
    seed = int.from_bytes(sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).normal(size=DIMENSION)


class WordVectors:
    """Sums of word directions; counts the texts it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._words: dict[str, NDArray[np.float64]] = {}

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a row of length 1 a text."""
        self.asked += texts
        rows = np.zeros((len(texts), DIMENSION))
        for row, text in enumerate(texts):
            for word in text.lower().split():
                if word not in self._words:
                    self._words[word] = _word(word)
                rows[row] += self._words[word]
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.maximum(lengths, 1e-12), np.float32)


def word_embedding() -> Embedding:
    """Return the embedder under a name."""
    return Embedding("words-1", WordVectors())
