"""Images made here, stored as artifacts, and the context a tool is called with."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import Retriever, ToolContext
from runtime.contracts.state import Hit
from runtime.images.load_image import encode_png

Pixels: TypeAlias = NDArray[np.uint8]
MakeContext: TypeAlias = Callable[[Pixels], ToolContext]


class ListRetriever:
    """Gives the same hits whatever is asked."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self.hits = hits
        self.asked: list[tuple[str, int]] = []

    def search(self, query: str, k: int, image_ref: str = "") -> Sequence[Hit]:
        """Return the first k hits."""
        self.asked.append((query, k))
        return self.hits[:k]


@pytest.fixture
def make_context() -> MakeContext:
    """Return a function that stores pixels as the case's image."""

    def make(pixels: Pixels) -> ToolContext:
        store = MemoryArtifactStore()
        return ToolContext(store.put(encode_png(pixels), "image/png"), store, None)

    return make


@pytest.fixture
def with_hits() -> Callable[[Sequence[Hit]], tuple[ToolContext, list[tuple[str, int]]]]:
    """Return a function that makes a context whose index gives `hits`, with the list of what it is asked."""

    def make(hits: Sequence[Hit]) -> tuple[ToolContext, list[tuple[str, int]]]:
        retriever = ListRetriever(hits)
        port: Retriever = retriever
        return ToolContext("", MemoryArtifactStore(), port), retriever.asked

    return make


@pytest.fixture
def half_white() -> Pixels:
    """100 x 200 grey pixels: the left half 0, the right half 200."""
    pixels = np.zeros((100, 200), np.uint8)
    pixels[:, 100:] = 200
    return pixels
