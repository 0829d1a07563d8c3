"""Numbers in conditions: cut where two groups part, written short, never with an exponent."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.conditions.thresholds import best_cut, decimal, rounded_down, rounded_up
from runtime.contracts.condition_context import ContextField
from runtime.rules.check_condition import check_condition

NUMBERS = st.floats(1e-9, 1e9) | st.floats(-1e9, -1e-9) | st.just(0.0)


def test_the_cut_parts_the_groups_and_is_as_short_as_can_be() -> None:
    rng = np.random.default_rng(0)
    low, high = rng.normal(0.05, 0.01, 40), rng.normal(0.1, 0.01, 100)
    cut = best_cut(low, high)
    assert cut in {0.07, 0.073, 0.08}
    assert best_cut(high, low) == cut


def test_groups_that_are_close_get_as_many_digits_as_they_need() -> None:
    assert best_cut(np.linspace(1000.1, 1000.2, 20), np.linspace(1000.3, 1000.4, 20)) == pytest.approx(
        1000.25, abs=0.05
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [(np.zeros(9), np.ones(50)), (np.zeros(0), np.ones(50)), (np.ones(30), np.ones(30))],
    ids=["too few", "none", "all the same"],
)
def test_there_may_be_no_cut(one: "np.ndarray[tuple[int], np.dtype[np.float64]]", other: object) -> None:
    assert best_cut(one, other) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0731249, "0.0731249"),
        (1.2e-05, "0.000012"),
        (3.0, "3.0"),
        (1e17, "100000000000000000.0"),
        (-2.5e-7, "-0.00000025"),
    ],
)
def test_a_number_is_written_as_cel_reads_it(number: float, text: str) -> None:
    assert decimal(number) == text
    assert check_condition(f"action.x >= {text}", [ContextField("action.x", 0.0, "a number")]) == []


@given(NUMBERS, st.integers(1, 6))
def test_rounding_goes_to_the_side_it_says(number: float, digits: int) -> None:
    down, up = rounded_down(number, digits), rounded_up(number, digits)
    assert down <= number <= up
    assert abs(up - down) <= abs(number) * 10.0 ** (1 - digits) * 1.01
    assert float(decimal(down)) == pytest.approx(down, rel=1e-9)
