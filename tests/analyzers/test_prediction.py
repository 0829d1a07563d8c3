"""How well findings tell which episodes failed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.prediction import Prediction, predict

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


def test_intervals_are_of_the_hits() -> None:
    found = Prediction(100, 27, 23, 8)
    assert found.precision_interval == pytest.approx((8 / 23, 0.1881, 0.5511), abs=5e-4)
    assert found.recall_interval == pytest.approx((8 / 27, 0.1585, 0.4848), abs=5e-4)


def test_fisher_of_the_tea_tasting() -> None:
    # Fisher 1935: all four cups right by chance once in 70.
    assert Prediction(8, 4, 4, 4).p_value == pytest.approx(1 / 70)
    assert Prediction(8, 4, 4, 3).p_value == pytest.approx(17 / 70)


@given(COUNTS)
def test_shares_are_shares_and_lie_in_their_intervals(outcomes: list[tuple[bool, bool]]) -> None:
    found = predict(outcomes)
    for value in (found.base_rate, found.precision, found.recall, found.f1, found.p_value):
        assert 0 <= value <= 1
    if found.flagged:
        _, low, high = found.precision_interval
        assert low - 1e-9 <= found.precision <= high + 1e-9
    if found.failed:
        _, low, high = found.recall_interval
        assert low - 1e-9 <= found.recall <= high + 1e-9
