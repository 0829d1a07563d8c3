"""Text vectors without a model: words hashed to signs. For tests; its contract says so."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from runtime.retrieval.embedder import EmbedderContract
from runtime.retrieval.tokenize import tokenize

DIMENSION = 64


class HashEmbedder:
    """Texts with the same words have the same vector. `embedded` records what was asked."""

    def __init__(self, model: str = "hash-words (simulated)", dimension: int = DIMENSION) -> None:
        self.model, self.dimension = model, dimension
        self.embedded: list[str] = []

    @property
    def contract(self) -> EmbedderContract:
        """A simulated model."""
        return EmbedderContract(self.model, "0" * 64, self.dimension, 256)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the sum of the words' signs, scaled to length 1."""
        self.embedded += texts
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in tokenize(text):
                bits = np.frombuffer(hashlib.blake2b(word.encode(), digest_size=self.dimension).digest(), np.uint8)
                vectors[row] += np.where(bits % 2, 1.0, -1.0)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)
