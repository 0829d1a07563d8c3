"""Decisions of one case count as fewer, as far as they are alike."""

import random

import numpy as np
import pytest

from ace.curator.conditions.like_cases import design_effect

CASES = [f"c{number // 4}" for number in range(200)]
_RNG = random.Random(1)
SAME = np.repeat([_RNG.random() < 0.5 for _ in range(50)], 4)
OTHER = np.repeat([_RNG.random() < 0.5 for _ in range(50)], 4)
MIXED = np.array([_RNG.random() < 0.5 for _ in range(200)])


@pytest.mark.parametrize(
    ("label", "cut_off", "effect"),
    [(SAME, OTHER, 4.0), (SAME, SAME, 4.0), (SAME, MIXED, 1.0), (MIXED, SAME, 1.0), (MIXED, ~MIXED, 1.0)],
    ids=["both of the case", "the same", "the label", "what is cut off", "neither"],
)
def test_it_counts_as_fewer_where_both_are_alike_within_a_case(
    label: "np.typing.NDArray[np.bool_]", cut_off: "np.typing.NDArray[np.bool_]", effect: float
) -> None:
    assert design_effect(CASES, label, cut_off) == pytest.approx(effect, abs=0.25)


def test_with_one_decision_a_case_each_counts() -> None:
    assert design_effect([f"c{number}" for number in range(200)], SAME, OTHER) == 1.0


def test_one_case_alone_counts_once() -> None:
    assert design_effect(["c"] * 200, SAME, MIXED) == 200.0


def test_what_never_differs_is_not_alike() -> None:
    assert design_effect(CASES, np.ones(200, dtype=bool), SAME) == 1.0
