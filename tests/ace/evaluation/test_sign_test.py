"""The sign test and the e-value against independent computations."""

import sys
from math import comb

import pytest
from scipy.integrate import quad
from scipy.stats import binomtest

from ace.evaluation.sign_test import e_value, sign_test

TABLE = [(1, 0), (0, 1), (3, 1), (1, 3), (5, 5), (9, 2), (12, 0), (30, 14), (60, 60), (0, 25)]


@pytest.mark.parametrize(("fixed", "broke"), TABLE)
def test_sign_test_is_the_exact_binomial_tail(fixed: int, broke: int) -> None:
    expected = binomtest(fixed, fixed + broke, 0.5, alternative="greater").pvalue
    assert sign_test(fixed, broke) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("fixed", "broke"), [(0, 0), *TABLE])
def test_e_value_is_the_stated_integral(fixed: int, broke: int) -> None:
    n = fixed + broke
    # Scaled by 2^n, so that the integrator sees numbers of ordinary size.
    integral, _ = quad(
        lambda q: (2 * q) ** fixed * (2 * (1 - q)) ** broke, 0.5, 1, epsabs=1e-13, epsrel=1e-13, limit=200
    )
    assert n >= 0
    assert e_value(fixed, broke) == pytest.approx(2 * integral, rel=1e-9)


@pytest.mark.parametrize(
    ("fixed", "broke", "p", "e"),
    [
        pytest.param(0, 0, 1.0, 1.0, id="no vote is no evidence"),
        pytest.param(500, 0, 2.0**-500, 2.0**501 / 501, id="all fixed"),
        pytest.param(0, 500, 1.0, 1 / 501, id="all broken"),
        pytest.param(0, 3000, 1.0, 1 / 3001, id="all broken, more than a float's exponent"),
        pytest.param(4000, 0, 0.0, sys.float_info.max, id="more evidence than a float holds"),
    ],
)
def test_extremes_neither_overflow_nor_vanish(fixed: int, broke: int, p: float, e: float) -> None:
    assert sign_test(fixed, broke) == pytest.approx(p, rel=1e-12)
    assert e_value(fixed, broke) == pytest.approx(e, rel=1e-12)


@pytest.mark.parametrize(("fixed", "broke"), [(-1, 0), (0, -1), (-2, 5)])
def test_negative_votes_are_an_error(fixed: int, broke: int) -> None:
    with pytest.raises(ValueError, match=f"fixed {fixed}, broke {broke}"):
        sign_test(fixed, broke)
    with pytest.raises(ValueError, match=f"fixed {fixed}, broke {broke}"):
        e_value(fixed, broke)


def test_the_e_value_of_a_change_that_does_nothing_is_one_on_average() -> None:
    n = 40
    mean = sum(comb(n, fixed) * e_value(fixed, n - fixed) for fixed in range(n + 1)) / 2**n
    assert mean == pytest.approx(1.0, rel=1e-12)
