"""All pairs at least so alike, with and without fewer axes."""

import numpy as np
import pytest

from ace.playbook.duplicates import near_pairs as module
from ace.playbook.duplicates.near_pairs import near_pairs
from runtime.contracts.errors import RuleError


def _clouds(count: int, centres: int, noise: float) -> "np.typing.NDArray[np.float32]":
    rng = np.random.default_rng(3)
    scale = np.arange(1, 385) ** -0.5
    middle = rng.standard_normal((centres, 384)) * scale
    spread = noise * rng.standard_normal((count, 384)) * scale
    return (middle[rng.integers(0, centres, count)] + spread).astype(np.float32)


@pytest.mark.parametrize(("count", "centres", "threshold"), [(300, 40, 0.85), (6000, 2500, 0.85), (6000, 2500, 0.95)])
def test_the_pairs_are_those_of_brute_force(count: int, centres: int, threshold: float) -> None:
    vectors = _clouds(count, centres, 0.35)
    unit = vectors.astype(np.float64)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    cosine = np.triu(unit @ unit.T, 1)
    found = near_pairs(vectors, threshold)
    left, right = np.nonzero(cosine >= threshold)
    assert len(left) > 100
    assert np.array_equal(found.left, left)
    assert np.array_equal(found.right, right)
    assert np.allclose(found.cosine, cosine[left, right], atol=1e-12)


def test_many_vectors_are_compared_on_fewer_axes() -> None:
    unit = _clouds(6000, 2500, 0.35)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    short = module._shortened(unit, 0.85)
    assert short.shape[1] < 200
    assert (short[:500] @ short[:500].T >= unit[:500] @ unit[:500].T - 1e-5).all()


def test_a_vector_of_length_zero_is_like_no_other() -> None:
    assert len(near_pairs(np.zeros((5, 3), np.float32), 0.5).left) == 0
    assert len(near_pairs(np.zeros((0, 3), np.float32), 0.5).left) == 0


def test_a_flood_is_refused_before_it_fills_the_memory() -> None:
    with pytest.raises(RuleError, match="raise the threshold"):
        near_pairs(np.ones((4000, 2), np.float32), 0.9)
