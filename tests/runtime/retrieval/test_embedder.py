"""The port, held against the test embedder: what a real one must do too."""

import numpy as np

from runtime.retrieval.embedder import Embedder, EmbedderContract
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def test_the_test_embedder_keeps_the_ports_promises() -> None:
    embedder: Embedder = HashEmbedder()
    together = embedder.embed(["one two", "three"])
    assert together.shape == (2, embedder.contract.dimension)
    assert np.array_equal(together[1], embedder.embed(["three"])[0])
    assert "simulated" in embedder.contract.model


def test_contracts_are_equal_by_value() -> None:
    assert EmbedderContract("m", "0", 3, 9) == EmbedderContract("m", "0", 3, 9, "l2", "cosine")
    assert EmbedderContract("m", "0", 3, 9) != EmbedderContract("m", "1", 3, 9)
