"""Each text is embedded once, and stored medoids not at all."""

import numpy as np

from analyzers.clusters.registry import KnownCluster
from analyzers.clusters.signature_vectors import signature_text
from analyzers.clusters.text_vectors import TextVectors
from tests.analyzers.clusters.runs import key
from tests.analyzers.clusters.word_vectors import WordVectors


def test_a_text_is_embedded_once() -> None:
    words = WordVectors()
    vectors = TextVectors(words)
    first = vectors(["a b", "c", "a b"])
    assert np.array_equal(first, vectors(["a b", "c", "a b"]))
    assert sorted(words.asked) == ["a b", "c"]


def test_what_is_stored_needs_no_embedder() -> None:
    made = TextVectors(WordVectors())
    medoid = key("answered too late")
    assert made.bytes_of(medoid) == b""
    row = made([signature_text(medoid)])[0]
    stored = KnownCluster("c-1", medoid, (medoid,), vector=made.bytes_of(medoid))
    words = WordVectors()
    assert np.array_equal(TextVectors(words, [stored])([signature_text(medoid)])[0], row)
    assert words.asked == []
