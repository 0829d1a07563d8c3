"""Our gate over 180 days of drafts that do nothing."""

from dataclasses import replace

import numpy as np
import pytest

from ace.bench.gate_our_days import USES, Stock, our_kept_days, our_renewed_days
from ace.evaluation.gate_rules import GateRules

RULES = GateRules()


def test_kept_samples_hardly_ever_accept_and_run_out() -> None:
    days = our_kept_days(np.random.default_rng(1), 1000, RULES)
    # About .5%: four Monte Carlo standard errors above that.
    assert days.accepted.mean() <= 0.014
    assert abs(days.gain[-1]) < 0.2
    assert 5 < days.detail["confirmations"] < 14
    assert 0.2 < days.detail["share_out_of_samples"] < 0.7


def test_a_lower_bar_accepts_and_shows_a_gain_that_is_not_there() -> None:
    # Harm ends nothing and no use is counted against it: what is left is the bar, and it is all that protects.
    strict = our_kept_days(np.random.default_rng(2), 300, replace(RULES, alpha=1.0))
    assert strict.detail["share_out_of_samples"] > 0.9
    assert strict.detail["confirmations"] < 8 * USES
    assert strict.accepted.mean() < 0.05


def test_on_renewed_samples_hardly_a_stream_accepts_anything() -> None:
    """Beside .129 with one bar for all: `renewed_e` rises with what came to nothing."""
    streams = 500
    days = our_renewed_days(np.random.default_rng(3), streams, RULES)
    # The chances of being confirmed at 20, 40, .. sum to .032 over the 12.3 that begin; four standard errors wide.
    assert days.accepted.mean() == pytest.approx(0.032, abs=4 * (0.032 * 0.968 / streams) ** 0.5)
    assert days.detail["confirmations"] == pytest.approx(180 * 0.0681, abs=0.7)
    assert 0 < days.claimed < 3
    assert abs(days.gain[-1]) < 0.3


def test_a_stock_starts_with_development_closed_and_sealed_open() -> None:
    stock = Stock(np.random.default_rng(4), 5, RULES)
    assert stock.is_open.tolist() == [[False] * 2 + [True] * 8] * 5
    assert stock.gain() == 0
    fixed, broke = stock.candidates(np.random.default_rng(5))
    assert (fixed <= 100 - stock.right).all()
    assert (broke <= stock.right).all()
    stock.right[:, 2:] += 1
    assert stock.gain() == pytest.approx(1.0)
