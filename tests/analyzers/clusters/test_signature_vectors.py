"""Vectors of signatures: what their cosine is made of."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzers.clusters.opening import CODE_DIMENSION
from analyzers.clusters.signature_vectors import OPENING_WEIGHT, signature_text, signature_vectors
from analyzers.signatures import Signature
from tests.analyzers.clusters.word_vectors import DIMENSION, WordVectors


def _signature(message: str, error_class: str = "") -> Signature:
    return Signature("d", "t", error_class, message, "", "")


def test_error_class_and_message_are_what_is_embedded() -> None:
    assert signature_text(_signature("too late", "timeout")) == "timeout: too late"
    assert signature_text(_signature("<n> s too late for <text>")) == "n s too late for text"


def test_the_cosine_is_that_of_the_texts_and_a_share_for_the_same_opening() -> None:
    embed = WordVectors()
    pair = [_signature("could not open the file: locked"), _signature("could not open the file: gone away")]
    text = embed([each.message for each in pair])
    one, other = signature_vectors(pair, embed)
    assert one.shape == (DIMENSION + CODE_DIMENSION,)
    assert one @ one == pytest.approx(1.0, abs=1e-5)
    expected = (float(text[0] @ text[1]) + OPENING_WEIGHT) / (1 + OPENING_WEIGHT)
    assert one @ other == pytest.approx(expected, abs=1e-5)


def test_each_text_is_embedded_once() -> None:
    embed = WordVectors()
    vectors = signature_vectors([_signature("b"), _signature("a"), _signature("b")._replace(tool="other")], embed)
    assert embed.asked == ["a", "b"]
    np.testing.assert_array_equal(vectors[0], vectors[2])


def test_no_signatures_have_no_vectors() -> None:
    assert len(signature_vectors([], WordVectors())) == 0


@pytest.mark.parametrize("rows", [np.ones((1, 4)), np.ones(2), np.full((2, 4), np.nan)], ids=["few", "flat", "nan"])
def test_an_embedder_that_gives_no_row_a_text_is_refused(rows: NDArray[np.float64]) -> None:
    def embed(texts: Sequence[str]) -> NDArray[np.float32]:
        return rows.astype(np.float32)

    with pytest.raises(ValueError, match="2 texts"):
        signature_vectors([_signature("a"), _signature("b")], embed)
