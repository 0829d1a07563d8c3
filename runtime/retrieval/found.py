"""What a search of the local index gives, with what each ranking thought."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import Hit
from runtime.retrieval.pack import Packed


@dataclass(frozen=True)
class FoundHit:
    """A passage with its rank (from 1) and score in each ranking that has it: bm25, text, image.

    `fused` is the score by reciprocal rank; `hit.score` is the one passages are ordered by.
    """

    hit: Hit
    fused: float
    ranks: Mapping[str, int]
    scores: Mapping[str, float]


@dataclass(frozen=True)
class Found:
    """The best passages, best first, and those of them that go into a prompt."""

    hits: tuple[FoundHit, ...]
    packed: Packed


@runtime_checkable
class ExplainingRetriever(Protocol):
    """A retriever that says what each ranking thought."""

    @property
    def contract(self) -> JsonObject:
        """What the index is made of and how it is searched."""
        ...

    def find(self, query: str, k: int, image_ref: str = "") -> Found:
        """Return the k best passages with their ranks."""
        ...
