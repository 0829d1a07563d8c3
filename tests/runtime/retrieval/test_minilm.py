"""The real model, from installed packages."""

import threading

import numpy as np
import pytest

from runtime.contracts.errors import RuntimeFault
from runtime.retrieval import minilm
from runtime.retrieval.minilm import DIMENSION, MiniLmEmbedder, find_minilm


@pytest.fixture(scope="module")
def embedder() -> MiniLmEmbedder:
    """One model for all tests."""
    return MiniLmEmbedder(find_minilm())


def test_vectors_have_length_one_and_the_stated_dimension(embedder: MiniLmEmbedder) -> None:
    vectors = embedder.embed(["a dark band behind a stone", "water"])
    assert vectors.shape == (2, DIMENSION)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_like_texts_are_nearer_than_unlike_ones(embedder: MiniLmEmbedder) -> None:
    stone, shadow, piano = embedder.embed(
        ["a gallstone on ultrasound", "ultrasound shows stones in the gallbladder", "piano lessons for beginners"]
    )
    assert float(stone @ shadow) > 0.5
    assert float(stone @ piano) < 0.2


def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: MiniLmEmbedder) -> None:
    texts = [f"passage number {number} " + "with more words " * (number % 7) for number in range(20)]
    together = embedder.embed(texts)
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-5


def test_what_goes_beyond_the_window_is_not_read(embedder: MiniLmEmbedder) -> None:
    long = "word " * 300
    assert np.array_equal(embedder.embed([long])[0], embedder.embed([long + "and a different end"])[0])


@pytest.mark.parametrize("text", ["", "水", "\x00", "a\ud800b".encode("utf-8", "replace").decode()], ids=repr)
def test_any_text_has_a_vector(embedder: MiniLmEmbedder, text: str) -> None:
    assert np.isfinite(embedder.embed([text])).all()


def test_no_texts_give_no_vectors(embedder: MiniLmEmbedder) -> None:
    assert embedder.embed([]).shape == (0, DIMENSION)


def test_threads_may_share_it(embedder: MiniLmEmbedder) -> None:
    fresh = MiniLmEmbedder(find_minilm())
    wanted = embedder.embed(["one text"])
    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda: found.append(np.array_equal(fresh.embed(["one text"]), wanted)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_the_contract_names_the_files_by_their_hash(embedder: MiniLmEmbedder) -> None:
    contract = embedder.contract
    assert (contract.model, contract.dimension, contract.max_tokens) == ("all-MiniLM-L6-v2-onnx-int8", 384, 256)
    assert len(contract.model_sha256) == 64
    assert contract == MiniLmEmbedder(find_minilm()).contract


def test_a_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "WEIGHTS", ("no_such_package", "model.onnx", "no-such-package"))
    with pytest.raises(RuntimeFault, match=r"no-such-package.*ace-optimizer\[tutor\].*retrieval\.kind: bm25"):
        find_minilm()
