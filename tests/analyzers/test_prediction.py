"""How well findings tell which episodes failed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.prediction import Prediction, fisher_exact, predict, wilson

COUNTS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)


def test_counts_and_rates_by_hand() -> None:
    found = predict([(True, True)] * 8 + [(True, False)] * 15 + [(False, True)] * 19 + [(False, False)] * 58)
    assert found == Prediction(episodes=100, failed=27, flagged=23, hits=8)
    assert (found.precision, found.recall) == (8 / 23, 8 / 27)
    assert found.f1 == pytest.approx(0.32)
    assert found.always_f1 == pytest.approx(54 / 127)
    assert found.lift == pytest.approx(8 / 23 / 0.27)


def test_nothing_flagged_nothing_failed_and_nothing_at_all_are_zero() -> None:
    for found in (Prediction(10, 3, 0, 0), Prediction(10, 0, 3, 0), Prediction(0, 0, 0, 0)):
        assert (found.precision, found.recall, found.f1, found.lift) == (0, 0, 0, 0)
        assert found.p_value == 1.0


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(8, 23, 0.1881, 0.5511), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0, 1)],
)
def test_wilson_intervals_agree_with_published_values(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=5e-4)


def test_fisher_of_the_tea_tasting() -> None:
    # Fisher 1935: all four cups right by chance once in 70.
    assert fisher_exact(Prediction(8, 4, 4, 4)) == pytest.approx(1 / 70)
    assert fisher_exact(Prediction(8, 4, 4, 3)) == pytest.approx(17 / 70)


@given(COUNTS)
def test_shares_are_shares_and_lie_in_their_intervals(outcomes: list[tuple[bool, bool]]) -> None:
    found = predict(outcomes)
    for value in (found.base_rate, found.precision, found.recall, found.f1, found.p_value):
        assert 0 <= value <= 1
    if found.flagged:
        low, high = found.precision_interval
        assert low - 1e-9 <= found.precision <= high + 1e-9
    if found.failed:
        low, high = found.recall_interval
        assert low - 1e-9 <= found.recall <= high + 1e-9
