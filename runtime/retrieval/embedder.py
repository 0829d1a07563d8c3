"""The port to text vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class EmbedderContract:
    """What makes two embedders give the same vectors. `model_sha256` is of the weights and the tokenizer together."""

    model: str
    model_sha256: str
    dimension: int
    max_tokens: int
    normalization: str = "l2"
    metric: str = "cosine"


class Embedder(Protocol):
    """Text to vectors. Safe to use from several threads."""

    @property
    def contract(self) -> EmbedderContract:
        """Who makes the vectors; cheap, without loading the model."""
        ...

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """Return one vector a text, the same whatever other texts are beside it.

        Shapes: result: len(texts) x dimension, float32. Units: length 1, or all zeros for a text without a word.
        """
        ...
