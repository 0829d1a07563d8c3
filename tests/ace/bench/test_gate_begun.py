"""A confirmation every day or every week, and what the rising bar costs."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ace.bench.gate_begun import BEGUN_BEFORE, EVERY, begun_streams, measure_bars
from ace.evaluation.gate_rules import GateRules

RULES = GateRules()
STREAMS = 40


def test_half_a_year_begins_a_confirmation_a_day_or_a_week() -> None:
    many = {name: begun_streams(np.random.default_rng(1), 2, RULES, "null", days) for name, days in EVERY.items()}
    assert {name: one.confirmations for name, one in many.items()} == {"daily": 180, "weekly": 26}
    assert {one.any_false.shape for one in many.values()} == {(2,)}


@pytest.mark.parametrize("name", ["null", "harmful"])
def test_where_nothing_is_good_there_is_no_power_and_all_that_is_accepted_is_false(name: str) -> None:
    # At a bar that anything passes that looks well in one batch, so that something is accepted.
    low = replace(RULES, confirm_e=1.0)
    found = begun_streams(np.random.default_rng(2), STREAMS, low, name, 7)
    assert found.power == 0
    assert found.false_share == (1 if found.any_false.any() else 0)
    strict = begun_streams(np.random.default_rng(2), STREAMS, RULES, name, 7)
    assert strict.any_false.sum() <= found.any_false.sum()
    if name == "null":
        assert found.any_false.mean() > 0.5
        assert strict.any_false.mean() < 0.2


def test_where_all_are_good_nothing_is_false_and_larger_ones_are_found_more_often() -> None:
    found = [begun_streams(np.random.default_rng(3), STREAMS, RULES, f"plus{points}", 7) for points in (2, 4, 8)]
    assert all(one.false_share == 0 and not one.any_false.any() for one in found)
    assert found[0].power < found[1].power < found[2].power <= 1
    assert found[2].power > 0.9


def test_the_bar_rises_with_what_came_to_nothing_and_good_ones_get_over_it_more_often() -> None:
    # One batch: the chances are small, and quickly computed.
    bars = measure_bars(replace(RULES, most=100))
    assert tuple(bar.begun_before for bar in bars) == BEGUN_BEFORE
    assert [bar.needed_e for bar in bars] == [20.0 * (before + 1) for before in BEGUN_BEFORE]
    for chances in zip(*(bar[2:] for bar in bars), strict=True):
        assert all(first > second > 0 for first, second in pairwise(chances))
    for bar in bars:
        assert bar.null * bar.needed_e < 1, "a martingale: reached by chance with 1 / e at most"
        assert bar.null < bar.plus4 < bar.plus6 < bar.plus8 < 1
