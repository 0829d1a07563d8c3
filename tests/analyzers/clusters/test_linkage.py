"""Average linkage against scipy's, and what weights mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from analyzers.clusters.linkage import average_linkage, by_first_row, merges


def unit_rows(n: int, seed: int, width: int = 6) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(n, width))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("cut", [0.1, 0.4, 0.9])
def test_with_equal_weights_it_is_what_scipy_computes(seed: int, cut: float) -> None:
    vectors = unit_rows(60, seed)
    distances = np.clip(1.0 - vectors @ vectors.T, 0, 2)[np.triu_indices(60, 1)].astype(np.float64)
    expected = by_first_row(fcluster(linkage(distances, "average"), cut, "distance"))
    np.testing.assert_array_equal(average_linkage(vectors, np.ones(60), cut), expected)


@given(st.integers(0, 1000), st.lists(st.integers(1, 5), min_size=1, max_size=15))
def test_a_row_of_weight_w_is_w_equal_rows(seed: int, weights: list[int]) -> None:
    vectors = unit_rows(len(weights), seed)
    told = average_linkage(vectors, np.array(weights, np.float64), 0.5)
    repeated = average_linkage(np.repeat(vectors, weights, axis=0), np.ones(sum(weights)), 0.5)
    np.testing.assert_array_equal(np.repeat(told, weights), repeated)


def test_a_rare_row_between_two_common_ones_does_not_bind_them() -> None:
    angles = np.array([0.0, 0.5, 1.0])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    cut = 0.3
    assert average_linkage(vectors, np.array([1.0, 1.0, 1.0]), cut).tolist() == [0, 0, 0]
    assert average_linkage(vectors, np.array([100.0, 1.0, 90.0]), cut)[2] == 1


@pytest.mark.parametrize("n", [0, 1, 2])
def test_few_rows(n: int) -> None:
    vectors = np.tile(np.array([[1.0, 0.0]], np.float32), (n, 1))
    assert average_linkage(vectors, np.ones(n), 0.1).tolist() == [0] * n
    assert len(merges(vectors, np.ones(n))) == max(n - 1, 0)


def test_labels_count_in_the_order_of_their_first_row() -> None:
    assert by_first_row(np.array([5, 2, 5, 9, 2])).tolist() == [0, 1, 0, 2, 1]
