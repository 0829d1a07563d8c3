"""What drafts truly do, and votes drawn from that."""

from math import comb

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta

from ace.bench.gate_scenarios import (
    RIGHT,
    SAMPLE_BETA,
    Scenario,
    draw_kinds,
    draw_scores,
    effect,
    independent,
    scenarios,
    three_trials,
)


@pytest.mark.parametrize(
    ("points", "fixed", "broke"),
    [(0, 0.06, 0.06), (2, 0.07, 0.05), (6, 0.09, 0.03), (-6, 0.03, 0.09), (8, 0.10, 0.02), (15, 0.16, 0.01)],
)
def test_twelve_percent_are_discordant_or_as_many_as_the_change_needs(
    points: float, fixed: float, broke: float
) -> None:
    one = effect(points)
    assert (one.fixed, one.broke) == pytest.approx((fixed, broke))


def test_independent_runs_are_two_coins() -> None:
    one = independent(15)
    assert (one.fixed, one.broke) == pytest.approx((0.4 * 0.75, 0.6 * 0.25))


def test_three_trials_are_the_integral_over_samples() -> None:
    one = three_trials(6)
    spread = beta(*SAMPLE_BETA)

    def joint(after: int, before: int) -> float:
        def chance(p: float) -> float:
            q = p + (1 - p) * 0.06 / (1 - RIGHT)
            old = comb(3, before) * p**before * (1 - p) ** (3 - before)
            return float(comb(3, after) * q**after * (1 - q) ** (3 - after) * old)

        # Quantiles instead of values: the density is infinite at 0 and at 1.
        return float(quad(lambda u: chance(spread.ppf(u)), 0, 1, limit=200)[0])

    by_change = {change: sum(joint(b + change, b) for b in range(4) if 0 <= b + change <= 3) for change in range(-3, 4)}
    assert one.by_thirds == pytest.approx([by_change[change] for change in range(-3, 4)], abs=1e-6)
    assert sum(share * change / 3 for change, share in by_change.items()) == pytest.approx(0.06, abs=1e-6)
    assert (one.fixed, one.broke) == pytest.approx((sum(one.by_thirds[4:]), sum(one.by_thirds[:3])))


@pytest.mark.parametrize("name", ["plus6", "null_best_of_10", "plus6_3_trials", "plus15_independent"])
def test_draws_have_the_scenarios_shares(name: str) -> None:
    scenario = scenarios()[name]
    rng = np.random.default_rng(1)
    scores = draw_scores(rng, scenario, draw_kinds(rng, scenario, 20_000, scenario.drafts), 200)
    one = scenario.kinds[0][1]
    # 4 million samples at least: Monte Carlo standard error at most .00025, of the mean change at most .0004.
    assert scores.fixed.mean() / 200 == pytest.approx(one.fixed, abs=0.0012)
    assert scores.broke.mean() / 200 == pytest.approx(one.broke, abs=0.0012)
    trials = 3 if one.by_thirds else 1
    assert scores.total.mean() / 200 / trials == pytest.approx(one.points / 100, abs=0.0016)
    assert (scores.squares >= abs(scores.total)).all()


def test_drafts_of_a_day_share_their_baseline_unless_they_have_one_of_their_own() -> None:
    ten, own = (scenarios()[f"null_best_of_10_independent{end}"] for end in ("", "_own_baselines"))

    def alike(scenario: Scenario) -> float:
        rng = np.random.default_rng(2)
        total = draw_scores(rng, scenario, draw_kinds(rng, scenario, 20_000, 10), 50).total
        return float(np.corrcoef(total[:, 0], total[:, 1])[0, 1])

    assert alike(ten) == pytest.approx(0.5, abs=0.03)
    assert alike(own) == pytest.approx(0.0, abs=0.03)


def test_kinds_of_a_mixture_have_its_shares() -> None:
    kinds = draw_kinds(np.random.default_rng(3), scenarios()["mixed"], 40_000, 1)
    assert np.bincount(kinds.ravel()) / 40_000 == pytest.approx([0.1, 0.7, 0.2], abs=0.01)
