"""AUC: equal to the Mann-Whitney statistic, ties half, with an interval that is never empty."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from analyzers.auc import auc, auc_interval
from analyzers.intervals import Z95


def area(values: list[float], labels: list[bool]) -> float | None:
    """Return the AUC alone."""
    return auc(np.array(values), np.array(labels)).value


@given(st.lists(st.tuples(st.integers(-4, 4), st.booleans()), min_size=2, max_size=60))
def test_it_is_u_over_the_number_of_pairs(cases: list[tuple[int, bool]]) -> None:
    values, labels = [float(value) for value, _ in cases], [label for _, label in cases]
    true = [value for value, label in cases if label]
    false = [value for value, label in cases if not label]
    if not true or not false:
        assert area(values, labels) is None
        return
    u = mannwhitneyu(true, false, method="asymptotic").statistic
    assert area(values, labels) == pytest.approx(u / (len(true) * len(false)))


@pytest.mark.parametrize(
    ("values", "labels", "expected"),
    [
        ([1, 2, 3, 4], [False, False, True, True], 1.0),
        ([4, 3, 2, 1], [False, False, True, True], 0.0),
        ([1, 1, 1, 1], [False, True, False, True], 0.5),
        # pairs (2,1) 1, (2,2) 1/2, (3,1) 1, (3,2) 1: 3.5 of 4
        ([1, 2, 2, 3], [False, False, True, True], 0.875),
    ],
    ids=["apart", "the other way round is shown as it is", "all tied", "one tie"],
)
def test_by_hand(values: list[float], labels: list[bool], expected: float) -> None:
    assert area(values, labels) == pytest.approx(expected)


def _variance(bound: float, true: int, false: int) -> float:
    """Hanley and McNeil's variance with both group sizes replaced by their mean (Newcombe's method 5)."""
    q1, q2, size = bound / (2 - bound), 2 * bound**2 / (1 + bound), (true + false) / 2 - 1
    return (bound * (1 - bound) + size * (q1 - bound**2) + size * (q2 - bound**2)) / (true * false)


@pytest.mark.parametrize(("value", "true", "false"), [(0.5, 20, 30), (0.83, 60, 1100), (0.97, 12, 40), (0.2, 9, 9)])
def test_each_bound_is_196_of_its_own_standard_errors_away(value: float, true: int, false: int) -> None:
    low, high = auc_interval(value, true, false)
    for bound in (low, high):
        assert abs(value - bound) == pytest.approx(Z95 * math.sqrt(_variance(bound, true, false)), abs=1e-9)
    assert low < value < high


def test_at_the_end_the_interval_is_not_empty() -> None:
    low, high = auc_interval(1.0, 5, 5)
    assert high == 1.0
    assert 0.5 < low < 0.9
    mirrored = auc_interval(0.0, 5, 5)
    assert mirrored == pytest.approx((0.0, 1 - low))


def test_it_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    labels = np.arange(110) < 10
    shift = 1.19  # of two unit normals: an AUC of 0.80
    truth = 0.5 * math.erfc(-shift / 2)
    hits = 0
    for _ in range(400):
        _, low, high = auc(rng.normal(size=110) + shift * labels, labels)
        hits += low <= truth <= high
    assert 0.92 <= hits / 400 <= 0.99
