"""The neighbour graph gives what linking everything would, and takes chains apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from analyzers.clusters import neighbour_graph
from analyzers.clusters.linkage import average_linkage
from analyzers.clusters.neighbour_graph import Neighbours, connected_parts, link_by_graph, near_pairs, split_at_medoids


def _clumps(n: int, seed: int, width: int = 8) -> NDArray[np.float32]:
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(max(n // 6, 1), width))
    rows = centres[chance.integers(len(centres), size=n)] + 0.35 * chance.normal(size=(n, width))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _arc(n: int, step: float) -> NDArray[np.float32]:
    angles = np.arange(n) * step
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 80), st.sampled_from([0.1, 0.2, 0.3]))
def test_parts_linked_one_by_one_are_the_whole_linked_at_once(seed: int, n: int, cut: float) -> None:
    vectors = _clumps(n, seed)
    weights = np.random.default_rng(seed).integers(1, 9, size=n).astype(np.float64)
    np.testing.assert_array_equal(link_by_graph(vectors, weights, cut, n), average_linkage(vectors, weights, cut))


def test_a_chain_is_taken_apart_so_that_no_member_is_far_from_its_medoid() -> None:
    vectors, cut = _arc(30, 0.1), 0.05
    found = near_pairs(vectors, 1 - cut)
    assert connected_parts(found, 30).max() == 0
    labels = link_by_graph(vectors, np.ones(30), cut, 5)
    similar = vectors @ vectors.T
    for label in range(labels.max() + 1):
        rows = np.flatnonzero(labels == label)
        assert similar[np.ix_(rows, rows)].min(axis=1).max() >= 1 - cut - 1e-5
    assert 4 <= labels.max() + 1 <= 15


def test_the_medoid_is_where_most_failures_are() -> None:
    pairs = Neighbours(np.array([0, 1, 2]), np.array([1, 2, 3]))
    assert split_at_medoids(pairs, np.array([1.0, 1.0, 1.0, 1.0])).tolist() == [0, 0, 0, 1]
    assert split_at_medoids(pairs, np.array([1.0, 1.0, 1.0, 9.0])).tolist() == [1, 0, 0, 0]


def test_rows_without_neighbours_stay_alone() -> None:
    none = np.array([], np.int64)
    assert split_at_medoids(Neighbours(none, none), np.ones(3)).tolist() == [0, 1, 2]
    assert link_by_graph(np.eye(4, dtype=np.float32), np.ones(4), 0.3, 2).tolist() == [0, 1, 2, 3]


def test_each_row_keeps_its_nearest_neighbours_only() -> None:
    vectors = _clumps(600, 1, width=3)
    found = near_pairs(vectors, -1.0)
    assert np.bincount(found.first).max() <= neighbour_graph.MAX_NEIGHBOURS + 1


def test_beyond_the_exact_size_nearly_all_pairs_are_still_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("faiss", reason="the package faiss-cpu is not installed")
    vectors = _clumps(3000, 2, width=24)
    exact = near_pairs(vectors, 0.8)
    monkeypatch.setattr(neighbour_graph, "EXACT_ROWS", 100)
    found, again = near_pairs(vectors, 0.8), near_pairs(vectors, 0.8)
    pairs = {(a, b) for a, b in zip(exact.first.tolist(), exact.second.tolist(), strict=True)}
    seen = {(a, b) for a, b in zip(found.first.tolist(), found.second.tolist(), strict=True)}
    assert seen <= pairs
    assert len(seen) >= 0.97 * len(pairs) > 0
    np.testing.assert_array_equal(found.first, again.first)
    np.testing.assert_array_equal(found.second, again.second)
