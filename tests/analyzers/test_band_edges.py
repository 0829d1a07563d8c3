"""Bands cover every value once, equal values together, values that many have by themselves."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.band_edges import Edges, cut_bands, quantile_bands


def holds(edges: Edges, value: float) -> bool:
    """Return whether `value` lies in the band."""
    low, high, includes_high = edges
    if low is not None and value < low:
        return False
    return high is None or (value <= high if includes_high else value < high)


NUMBERS = st.lists(st.integers(-30, 30) | st.floats(-1e6, 1e6), min_size=1, max_size=200)


@given(NUMBERS, st.integers(2, 8), st.sampled_from([0.05, 0.1, 0.5, 1.0]))
def test_each_value_lies_in_exactly_one_band_and_no_band_is_empty(
    numbers: list[float], count: int, own_share: float
) -> None:
    bands = quantile_bands(np.array(numbers, dtype=float), count, own_share)
    held = [sum(holds(band, value) for band in bands) for value in numbers]
    assert set(held) == {1}
    assert all(any(holds(band, value) for value in numbers) for band in bands)
    assert all((a.high or 0) <= (b.low or 0) for a, b in pairwise(bands))


def test_without_ties_bands_are_of_equal_size() -> None:
    values = np.arange(100.0)
    bands = quantile_bands(values, 4, 0.1)
    assert [sum(holds(band, value) for value in values) for band in bands] == [25, 25, 25, 25]
    assert bands[0] == (0.0, 25.0, False)
    assert bands[-1] == (75.0, 99.0, True)


def test_many_exact_zeros_are_a_band_of_their_own_in_the_middle_too() -> None:
    values = np.array([*np.linspace(-5, -1, 40), *[0.0] * 20, *np.linspace(1, 5, 40)])
    bands = quantile_bands(values, 4, 0.1)
    assert [band.is_point for band in bands] == [False, False, True, False, False]
    assert bands[2] == (0.0, 0.0, True)
    assert bands[1].high == -1.0


def test_few_zeros_are_not() -> None:
    values = np.array([*np.linspace(-5, -1, 50), *[0.0] * 9, *np.linspace(1, 5, 50)])
    assert not any(band.is_point for band in quantile_bands(values, 4, 0.1))


def test_few_different_values_are_a_band_each() -> None:
    assert [band.low for band in quantile_bands(np.array([2.0, 0, 1, 1, 2, 2]), 5, 0.1)] == [0.0, 1.0, 2.0]


def test_no_value_gives_no_band() -> None:
    assert quantile_bands(np.array([]), 4, 0.1) == ()


def test_cuts_leave_both_ends_open_and_belong_to_the_band_above() -> None:
    bands = cut_bands([0.5, 2.0])
    assert bands == ((None, 0.5, False), (0.5, 2.0, False), (2.0, None, False))
    assert [holds(band, 0.5) for band in bands] == [False, True, False]
    assert [holds(band, 9e9) for band in bands] == [False, False, True]


@pytest.mark.parametrize("cuts", [[], [2.0, 1.0], [1.0, 1.0], [float("nan")], [float("inf")]])
def test_cuts_that_cannot_be_used_are_refused(cuts: list[float]) -> None:
    with pytest.raises(ValueError, match="rise"):
        cut_bands(cuts)
