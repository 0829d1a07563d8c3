"""Kappa against figures worked out elsewhere, and an interval that holds where the plain one is empty."""

import numpy as np
import pytest

from analyzers.kappa import Confusion, kappa, kappa_error

# Both say yes 58 times, neither 31, one of them alone 12 and 4 times: the example of Bonett's statpsych package.
EXAMPLE = Confusion(58, 12, 4, 31)


def test_kappa_and_its_standard_error_are_the_published_ones() -> None:
    assert kappa(EXAMPLE).value == pytest.approx(0.6756757, abs=1e-7)
    assert kappa_error(EXAMPLE) == pytest.approx(0.07344761, abs=1e-8)


def test_by_hand() -> None:
    # 20 + 15 of 50 agree: 0.7. Yes: 25 and 30 of 50, so chance agrees 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    assert kappa(Confusion(20, 10, 5, 15)).value == pytest.approx(0.4)


def test_the_interval_is_near_the_plain_one_where_that_is_sound() -> None:
    value, low, high = kappa(Confusion(580, 120, 40, 310))
    error = kappa_error(Confusion(580, 120, 40, 310))
    assert value is not None
    assert (low, high) == pytest.approx((value - 1.96 * error, value + 1.96 * error), abs=0.01)


def test_full_agreement_on_few_items_proves_little() -> None:
    value, low, high = kappa(Confusion(3, 0, 0, 3))
    assert (value, high) == (1.0, 1.0)
    assert low < 0.5
    assert kappa(Confusion(100, 0, 0, 100)).low > 0.9


def test_two_that_name_one_label_only_have_none() -> None:
    assert kappa(Confusion(0, 0, 0, 9)) == (None, -1.0, 1.0)
    assert kappa(Confusion(0, 0, 0, 0)) == (None, -1.0, 1.0)


def test_one_who_always_says_the_same_has_no_kappa_worth_the_name() -> None:
    assert kappa(Confusion(20, 20, 0, 0)).value == pytest.approx(0.0)


def test_the_lower_bound_rarely_lies_above_the_truth() -> None:
    rng = np.random.default_rng(2)
    shares = np.array([0.285, 0.014, 0.015, 0.686])  # a good judge of 30% failures; kappa 0.93
    truth = kappa(Confusion(*(round(share * 10**6) for share in shares))).value
    assert truth is not None
    too_high = sum(kappa(Confusion(*map(int, rng.multinomial(30, shares)))).low > truth for _ in range(500))
    assert too_high / 500 <= 0.05
