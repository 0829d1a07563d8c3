"""The bootstrap against counting every possible draw."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.evaluation.bootstrap import LEVEL, Bounds, change_bounds


def exact(by_case: Mapping[str, Sequence[float]]) -> Bounds:
    """Return the bounds from all n^n draws of n cases."""
    cases = list(by_case.values())
    means = sorted(
        sum(sum(case) for case in draw) / sum(len(case) for case in draw) for draw in product(cases, repeat=len(cases))
    )
    total = len(means)

    def at(share: float) -> float:
        return next(value for number, value in enumerate(means, 1) if number / total >= share - 1e-12)

    return Bounds(at(LEVEL), at(1 - LEVEL))


@pytest.mark.parametrize(
    "by_case",
    [
        pytest.param({"a": [1.0], "b": [-1.0], "c": [0.0]}, id="three cases of one sample"),
        pytest.param({"a": [1.0, 0.5], "b": [-1.0], "c": [0.0, 0.0, 1.0]}, id="cases of unequal size"),
        pytest.param({"a": [0.25], "b": [-0.5], "c": [0.125], "d": [1.0]}, id="four cases"),
        pytest.param({"a": [1 / 3], "b": [-1 / 3], "c": [0.0], "d": [2 / 3], "e": [0.0]}, id="five cases"),
        pytest.param({"a": [0.3, 0.1]}, id="one case"),
        pytest.param({"a": [0.0], "b": [0.0]}, id="nothing changes"),
    ],
)
@pytest.mark.parametrize("seed", [0, 1, 7])
def test_it_agrees_with_every_draw_counted(by_case: Mapping[str, Sequence[float]], seed: int) -> None:
    assert change_bounds(by_case, seed, draws=20_000) == pytest.approx(exact(by_case), abs=1e-9)


def test_the_order_of_cases_makes_no_difference_and_the_seed_fixes_the_draws() -> None:
    by_case = {f"c{i:02}": [(i % 5 - 2) / 3, (i % 3 - 1) / 2] for i in range(40)}
    turned = dict(reversed(by_case.items()))
    assert change_bounds(by_case, 3) == change_bounds(turned, 3)
    assert change_bounds(by_case, 3) == change_bounds(by_case, 3)


def test_many_cases_give_the_usual_bound() -> None:
    changes = [1.0] * 30 + [-1.0] * 10 + [0.0] * 360
    bounds = change_bounds({f"c{i}": [change] for i, change in enumerate(changes)})
    half = 1.645 * ((40 / 400 - 0.05**2) / 400) ** 0.5
    assert bounds == pytest.approx((0.05 - half, 0.05 + half), abs=0.004)


def test_samples_of_a_case_are_drawn_together() -> None:
    """Ten like samples of each of four cases tell no more than four samples."""
    alone = change_bounds({name: [value] for name, value in zip("abcd", (1.0, 0.0, 0.0, -1.0), strict=True)}, 5)
    many = change_bounds({name: [value] * 10 for name, value in zip("abcd", (1.0, 0.0, 0.0, -1.0), strict=True)}, 5)
    assert many == pytest.approx(alone, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=30))
def test_the_bounds_are_within_what_was_seen_and_in_order(changes: list[float]) -> None:
    bounds = change_bounds({f"c{i}": [change] for i, change in enumerate(changes)}, draws=500)
    assert min(changes) <= bounds.low <= bounds.high <= max(changes)


@pytest.mark.parametrize("by_case", [{}, {"a": [1.0], "b": []}], ids=["no case", "a case without a sample"])
def test_nothing_to_draw_from_is_an_error(by_case: Mapping[str, Sequence[float]]) -> None:
    with pytest.raises(ValueError, match="at least one"):
        change_bounds(by_case)
