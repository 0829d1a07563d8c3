"""The embedder of the installed packages, or what to install."""

import numpy as np
import pytest

from ace.clusters.embedding import find_embedding


def test_texts_that_say_the_same_are_near() -> None:
    found = find_embedding()
    if found.embedding is None:
        pytest.skip(found.missing)
    near, same, other = found.embedding.embed(
        ["the tool timed out after a while", "the tool timed out after some time", "the student gave the right answer"]
    )
    assert float(near @ same) > 0.8 > float(near @ other)
    assert np.linalg.norm(near) == pytest.approx(1.0, abs=1e-5)
    assert found.embedding.name == find_embedding().embedding.name  # type: ignore[union-attr]
    assert found.missing == ""


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.retrieval.minilm.WEIGHTS", ("no_such_package", "model.onnx", "no-such-distribution"))
    found = find_embedding()
    assert found.embedding is None
    assert "no-such-distribution" in found.missing
    assert "install ace-optimizer[tutor]" in found.missing
    assert "bm25" not in found.missing
