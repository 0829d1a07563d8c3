"""The estimate after a confirmation: unbiased by exact sums over all paths of a small design, and at a real one."""

from dataclasses import replace
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betaincc, betaln

from ace.evaluation.estimate import (
    BOUND_E,
    BY_FURTHER_BATCH,
    BY_LOOKS,
    Batch,
    Design,
    _nodes,
    arrivals,
    bounds,
    effect_estimate,
    sides,
    wager,
    with_further,
)
from ace.evaluation.gate_rules import GateRules, after_batch
from ace.evaluation.sign_test import e_value

# Three looks at six units, with bars low enough that each of the ends happens.
SMALL = GateRules(confirm_e=3, harmful_e=3, min_confirm=6, futile_after=12, most=18, batch=6)
SHARES = (0.35, 0.15)


def _chance(batch: Batch) -> float:
    tied = batch.n - batch.fixed - batch.broke
    ways = comb(batch.n, batch.fixed) * comb(batch.n - batch.fixed, batch.broke)
    return float(ways * SHARES[0] ** batch.fixed * SHARES[1] ** batch.broke * (1 - sum(SHARES)) ** tied)


BATCHES = [Batch(fixed, broke, 6) for fixed in range(7) for broke in range(7 - fixed)]


def _paths(so_far: tuple[Batch, ...] = ()) -> list[tuple[tuple[Batch, ...], float, str]]:
    """Return every path of the small design: its batches, probability and end."""
    found = []
    for batch in BATCHES:
        path = (*so_far, batch)
        fixed, broke, n = (sum(column) for column in zip(*path, strict=True))
        step = after_batch(fixed, broke, n, SMALL)
        if step == "go on":
            found += [(longer, _chance(batch) * rest, end) for longer, rest, end in _paths(path)]
        else:
            found.append((path, _chance(batch), step))
    return found


PATHS = _paths()
ESTIMATES: dict[tuple[int, int, int], float] = {}


def _total(path: tuple[Batch, ...]) -> tuple[int, int, int]:
    fixed, broke, n = (sum(column) for column in zip(*path, strict=True))
    return fixed, broke, n


def test_by_looks_is_unbiased_over_all_drafts_and_the_plain_share_is_not() -> None:
    assert sum(chance for _, chance, _ in PATHS) == pytest.approx(1)
    mean = plain = 0.0
    for path, chance, _ in PATHS:
        total = _total(path)
        if total not in ESTIMATES:
            estimate = effect_estimate(path, SMALL)
            assert estimate.method == BY_LOOKS
            ESTIMATES[total] = estimate.change
        mean += chance * ESTIMATES[total]
        plain += chance * (total[0] - total[1]) / total[2]
    assert mean == pytest.approx(SHARES[0] - SHARES[1], abs=1e-12)
    assert abs(plain - (SHARES[0] - SHARES[1])) > 0.01


def test_by_looks_is_the_mean_first_batch_over_the_paths_to_the_same_counts() -> None:
    end = (7, 3, 18)
    paths = [(path, chance) for path, chance, _ in PATHS if _total(path) == end]
    mean = sum(chance * (path[0].fixed - path[0].broke) / 6 for path, chance in paths)
    expected = mean / sum(chance for _, chance in paths)
    assert len(paths) > 10
    assert all(effect_estimate(path, SMALL).change == pytest.approx(expected, abs=1e-12) for path, _ in paths)


def test_by_a_further_batch_is_unbiased_among_the_confirmed_alone() -> None:
    known: dict[tuple[tuple[int, int, int], Batch], float] = {}
    mean = plain = looks = share = 0.0
    for path, chance, step in PATHS:
        if step != "confirmed":
            continue
        share += chance
        plain += chance * (_total(path)[0] - _total(path)[1]) / _total(path)[2]
        looks += chance * ESTIMATES.get(_total(path), effect_estimate(path, SMALL).change)
        for batch in BATCHES:
            key = (_total(path), batch)
            if key not in known:
                estimate = effect_estimate([*path, batch], SMALL)
                assert estimate.method == BY_FURTHER_BATCH
                known[key] = estimate.change
            mean += chance * _chance(batch) * known[key]
    true = SHARES[0] - SHARES[1]
    assert mean / share == pytest.approx(true, abs=1e-12)
    assert plain / share > true + 0.1
    assert looks / share > true + 0.05


def test_the_grids_of_a_real_design_sum_to_the_truth() -> None:
    rules, limits = GateRules(), (135, 65)
    design = Design(rules, (0.09, 0.03), limits, least=1e-18)
    stages = arrivals([100] * 8, design)
    total = mean = confirmed = further = 0.0
    for place, stage in enumerate(stages):
        looked_at = 100 * (place + 1)
        ended = sides(looked_at, rules, limits)
        stop = (ended != 0) | (looked_at == rules.most)
        total += float(stage.weight[stop].sum())
        mean += float(stage.first[stop].sum())
        weight, part = with_further(stage, looked_at, 100, design, side=1)
        confirmed += float(weight.sum())
        further += float(part.sum())
    assert total == pytest.approx(1, abs=1e-9)
    assert mean == pytest.approx(0.06, abs=1e-9)
    assert further / confirmed == pytest.approx(0.06, abs=1e-9)


@pytest.mark.parametrize("looked_at", [50, 100, 200, 800])
def test_sides_are_what_the_gate_says(looked_at: int) -> None:
    rules = GateRules()
    grid = sides(looked_at, rules, (30, 14))
    step_side = {"confirmed": 1, "harmful": -1, "futile": -1}
    for fixed, broke in product(range(31), range(15)):
        assert grid[fixed, broke] == step_side.get(after_batch(fixed, broke, looked_at, rules), 0)


@pytest.mark.parametrize(("fixed", "broke"), [(0, 0), (9, 3), (60, 60), (100, 40), (160, 150), (30, 200), (400, 380)])
def test_the_e_value_is_that_of_the_incomplete_beta_function(fixed: int, broke: int) -> None:
    log = (fixed + broke + 1) * np.log(2) + betaln(fixed + 1, broke + 1)
    assert e_value(fixed, broke) == pytest.approx(np.exp(log) * betaincc(fixed + 1, broke + 1, 0.5), rel=1e-9)


@pytest.mark.parametrize("change", [0.0, 0.04, 0.15, -0.06])
def test_bounds_hold_wherever_looking_ended(change: float) -> None:
    # The least favourable end: each path is looked at after every unit, and ends when its bound is wrong.
    rng = np.random.default_rng(11)
    paths, n = 1000, 400
    shares = [0.12 + max(change, 0), 0.12 + max(-change, 0)]
    drawn = rng.choice([1, -1, 0], size=(paths, n), p=[*shares, 1 - sum(shares)])
    points, weights = _nodes(200)
    wealth = np.ones((paths, len(points)))
    missed = np.zeros(paths, np.bool_)
    for unit in range(n):
        wealth *= 1 + points / (1 + change) * (drawn[:, unit, None] - change)
        missed |= wealth @ weights >= BOUND_E
    assert missed.mean() <= 0.05
    # The last unit's wealth is what `wager` says of the counts alone.
    votes = Batch(int((drawn[0] > 0).sum()), int((drawn[0] < 0).sum()), n)
    assert wager(votes, change) == pytest.approx(float(wealth[0] @ weights), rel=1e-9)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 300))
def test_the_lower_bound_is_above_zero_just_where_the_e_value_confirms(fixed: int, broke: int, tied: int) -> None:
    votes = Batch(fixed, broke, fixed + broke + tied)
    if votes.n == 0:
        return
    assert wager(votes, 0.0) == pytest.approx(e_value(fixed, broke), rel=1e-9)
    low, high = bounds(votes)
    assert (low > 0) == (e_value(fixed, broke) >= 20)
    assert -1 <= low <= (fixed - broke) / votes.n <= high <= 1
    assert bounds(Batch(broke, fixed, votes.n)) == pytest.approx((-high, -low))


def test_without_an_end_the_last_batch_is_one_that_no_vote_decided() -> None:
    batches = [Batch(8, 4, 100), Batch(7, 5, 100)]
    estimate = effect_estimate(batches, GateRules())
    assert estimate == effect_estimate(batches, replace(GateRules(), most=200))
    assert estimate.low < estimate.change < estimate.high
    assert effect_estimate([Batch(8, 4, 100)], GateRules()).change == pytest.approx(0.04)


@pytest.mark.parametrize(
    "batches",
    [[], [Batch(1, 0, 0)], [Batch(-1, 0, 10)], [Batch(6, 5, 10)]],
    ids=["none", "empty batch", "negative", "more votes than units"],
)
def test_counts_that_cannot_be_are_an_error(batches: list[Batch]) -> None:
    with pytest.raises(ValueError, match="batch"):
        effect_estimate(batches, GateRules())
