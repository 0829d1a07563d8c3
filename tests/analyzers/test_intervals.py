"""Intervals of shares: against scipy's and a published example, and at the ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from analyzers.intervals import share_difference, wilson


@pytest.mark.parametrize(("count", "n"), [(0, 10), (1, 525), (5, 10), (10, 10), (81, 263)])
def test_wilson_is_scipys(count: int, n: int) -> None:
    theirs = binomtest(count, n).proportion_ci(0.95, method="wilson")
    ours = wilson(count, n)
    assert ours == pytest.approx((count / n, theirs.low, theirs.high), abs=1e-9)


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == (None, 0.0, 1.0)
    assert share_difference((0, 0), (1, 2)) == (None, -1.0, 1.0)


@pytest.mark.parametrize(("count", "n"), [(-1, 5), (6, 5)])
def test_impossible_counts_are_refused(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="between 0 and the total"):
        wilson(count, n)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_share_lies_in_its_interval_and_that_in_0_to_1(counts: tuple[int, int]) -> None:
    value, low, high = wilson(*counts)
    assert value is not None
    assert 0 <= low <= value <= high <= 1


def test_a_difference_is_newcombes_first_example() -> None:
    # Newcombe 1998: 56/70 against 48/80 gives 0.0524 to 0.3339 by method 10.
    found = share_difference((56, 70), (48, 80))
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)
