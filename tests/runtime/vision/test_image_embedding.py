from pathlib import Path

import numpy as np
import pytest

from runtime.contracts.errors import ToolError
from runtime.images.load_image import load_image
from runtime.vision.image_embedding import DIMENSION, ImageEmbedder
from tests.runtime.vision.tiny_models import put_models


@pytest.fixture
def tiny(tmp_path: Path) -> ImageEmbedder:
    return ImageEmbedder.open(put_models(tmp_path))


def test_vectors_have_length_one_whatever_the_picture(tiny: ImageEmbedder) -> None:
    random = np.random.default_rng(2)
    pictures = [
        random.integers(0, 256, shape).astype(np.uint8) for shape in [(40, 60), (1, 1), (500, 20), (64, 64, 3)] * 5
    ]
    vectors = tiny.embed(pictures)
    assert vectors.shape == (20, DIMENSION)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-4)
    # In batches as alone.
    assert np.allclose(vectors[13], tiny.embed([pictures[13]])[0], atol=1e-5)


def test_grey_is_grey_rgb_and_a_like_picture_is_nearer_than_another(tiny: ImageEmbedder) -> None:
    left, right = np.zeros((60, 60), np.uint8), np.zeros((60, 60), np.uint8)
    left[:, :30], right[:, 30:] = 200, 200
    vectors = tiny.embed([left, np.repeat(left[..., None], 3, axis=2), left // 2, right])
    assert np.allclose(vectors[0], vectors[1])
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[3]


def test_nothing_gives_nothing_and_an_empty_picture_is_refused(tiny: ImageEmbedder) -> None:
    assert tiny.embed([]).shape == (0, DIMENSION)
    with pytest.raises(ValueError, match="without pixels"):
        tiny.embed([np.zeros((0, 5), np.uint8)])


def test_the_contract_names_the_file(tiny: ImageEmbedder) -> None:
    assert tiny.contract["sha256"] == tiny.model.sha256
    assert (tiny.contract["dimension"], tiny.contract["normalization"]) == (DIMENSION, "l2")


def test_a_model_that_is_not_built_is_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="EfficientNet-Lite0 is not built; run `make models`"):
        ImageEmbedder.open(tmp_path)
    with pytest.raises(ToolError, match="not built"):
        ImageEmbedder.open()  # tests see an empty cache


@pytest.mark.models
def test_the_built_model_knows_a_mirrored_or_darker_picture_again(built_models: Path) -> None:
    embedder = ImageEmbedder.open(built_models)
    head, eye = (load_image(ref).pixels for ref in ("pydicom-data:693_UNCR.dcm", "skimage:retina.jpg"))
    darker = (head * 0.9).astype(np.uint8)
    vectors = embedder.embed([head, head[:, ::-1].copy(), darker, eye])
    similar = vectors @ vectors[0]
    assert similar[1] > 0.9
    assert similar[2] > 0.9
    assert similar[3] < 0.5
