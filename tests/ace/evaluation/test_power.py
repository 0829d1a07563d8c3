"""Chances of the gate: by hand, against every order of votes counted one by one, and the figures of the design."""

from dataclasses import replace
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.evaluation.gate_rules import GateRules, after_batch, screens
from ace.evaluation.power import (
    Needed,
    Shares,
    batch_sizes,
    cases_needed,
    design_of,
    held_out_ends,
    reach,
    screen_chance,
    shares_of,
)
from ace.evaluation.sign_test import e_value

RULES = GateRules()
# Votes in batches of two, confirmed at an e-value of 2: fixed alone twice (7/3) or more, before four were looked at.
TINY = GateRules(min_confirm=2, batch=2, most=8, confirm_e=2.0, harmful_e=1e9, futile_after=1000)
HALF = Shares(0.5, 0.25)


@pytest.mark.parametrize(
    ("points", "discordant", "fixed", "broke"),
    [(0, 0.12, 0.06, 0.06), (5, 0.12, 0.085, 0.035), (-6, 0.12, 0.03, 0.09), (10, 0.05, 0.11, 0.01)],
    ids=["nothing", "plus-5", "harm", "more-than-discordant"],
)
def test_shares_differ_by_the_points(points: float, discordant: float, fixed: float, broke: float) -> None:
    assert shares_of(points, discordant) == pytest.approx((fixed, broke))


@pytest.mark.parametrize(
    ("cases", "drafts", "chance"),
    [
        (3, 1, 0.0),
        (4, 1, 0.5**4),
        (5, 1, 0.5**5 + 5 * 0.5**4 * 0.25),
        (4, 2, 0.0),
        (0, 1, 0.0),
    ],
    ids=["three-are-too-few", "four-of-four", "five-or-four-and-a-tie", "two-share-the-level", "no-case"],
)
def test_the_screen_by_hand(cases: int, drafts: int, chance: float) -> None:
    assert screen_chance(HALF, cases, drafts, RULES) == pytest.approx(chance, abs=1e-12)


@given(
    st.integers(1, 7),
    st.integers(1, 3),
    st.floats(0.05, 0.5),
    st.floats(0.05, 0.4),
)
@settings(max_examples=25, deadline=None)
def test_the_screen_is_the_sum_over_every_order_of_votes(cases: int, drafts: int, fixed: float, broke: float) -> None:
    chances = {1: fixed, -1: broke, 0: 1 - fixed - broke}
    expected = sum(
        prod(chances[vote] for vote in votes)
        for votes in product(chances, repeat=cases)
        if screens(votes.count(1), votes.count(-1), drafts, RULES)
    )
    assert screen_chance(Shares(fixed, broke), cases, drafts, RULES) == pytest.approx(expected, abs=1e-9)


def test_two_looks_by_hand() -> None:
    assert e_value(2, 0) == pytest.approx(7 / 3)
    assert e_value(2, 1) < 2
    assert e_value(3, 1) < 2
    ends = held_out_ends(HALF, (2, 2), TINY)
    # First look: both fixed. Second: 1+1, 0+2 or 1+2 fixed, none broken.
    assert ends.by_look == pytest.approx((0.25, 0.25 + 0.25 * 0.25 + 0.0625 * 0.25 + 0.25 * 0.25))
    assert ends.confirmed == pytest.approx(0.390625)
    assert ends.promising == pytest.approx(1 - 0.390625)
    assert held_out_ends(HALF, (2, 2), replace(TINY, most=4)).promising == 0, "the most there may be is no open end"


def test_among_few_cases_nothing_is_confirmed_and_five_broken_are_harm() -> None:
    ends = held_out_ends(HALF, (5,), RULES)
    assert ends.confirmed == 0
    assert ends.promising == pytest.approx(1 - 0.25**5)


def test_without_held_out_cases_it_stays_promising() -> None:
    assert held_out_ends(HALF, (), RULES)[:2] == (0.0, 1.0)


@given(st.floats(0.05, 0.45), st.floats(0.05, 0.45), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_confirmation_is_the_sum_over_every_order_of_batches(fixed: float, broke: float, batches: int) -> None:
    chances = {1: fixed, -1: broke, 0: 1 - fixed - broke}
    expected = {"confirmed": 0.0, "go on": 0.0}
    for votes in product(chances, repeat=2 * batches):
        step = "go on"
        for n in range(2, 2 * batches + 1, 2):
            step = after_batch(votes[:n].count(1), votes[:n].count(-1), n, TINY)
            if step != "go on":
                break
        expected[step] = expected.get(step, 0.0) + prod(chances[vote] for vote in votes)
    ends = held_out_ends(Shares(fixed, broke), (2,) * batches, TINY)
    assert ends.confirmed == pytest.approx(expected["confirmed"], abs=1e-9)
    assert ends.promising == pytest.approx(expected["go on"], abs=1e-9)


@pytest.mark.parametrize(("points", "power"), [(4, 0.387), (6, 0.835), (8, 0.977)])
def test_the_power_of_the_design(points: int, power: float) -> None:
    shares = shares_of(points, 0.12)
    confirmed = held_out_ends(shares, batch_sizes(800, RULES), RULES).confirmed
    assert screen_chance(shares, 200, 1, RULES) * confirmed == pytest.approx(power, abs=0.0006)


@pytest.mark.parametrize(
    ("cases", "sizes"),
    [(0, ()), (36, (36,)), (250, (100, 100, 50)), (900, (100,) * 8)],
    ids=["none", "few", "a-rest", "more-than-the-most"],
)
def test_batches(cases: int, sizes: tuple[int, ...]) -> None:
    assert batch_sizes(cases, RULES) == sizes


def test_so_many_cases_are_needed_and_no_fewer() -> None:
    shares = shares_of(5, 0.12)
    needed = cases_needed(shares, 0.8, 1, RULES)
    assert needed == Needed(340, 800)
    assert screen_chance(shares, 340, 1, RULES) >= 0.9 > screen_chance(shares, 330, 1, RULES)
    by_look = held_out_ends(shares, batch_sizes(800, RULES), RULES).by_look
    passes = screen_chance(shares, 340, 1, RULES)
    assert passes * by_look[7] >= 0.8 > passes * by_look[6]


def test_what_would_take_too_many_cases_is_none() -> None:
    assert cases_needed(shares_of(1, 0.12), 0.8, 1, RULES) == Needed(None, None)


def test_counts_that_are_left_out_have_no_weight() -> None:
    from scipy.stats import binom

    fixed, broke = reach(shares_of(6, 0.12), 800)
    assert binom.sf(fixed, 800, 0.09) + binom.sf(broke, 800, 0.03) < 1e-9
    assert reach(Shares(0.9, 0.1), 10) == (10, 10)
    assert design_of(HALF, RULES, (3, 3)).least < 1e-12
