"""Acceptance by one look, against hand calculation and the figures known for it."""

from statistics import mean, stdev

import numpy as np
import pytest
from scipy.stats import chi2

from ace.bench.gate_others import (
    Gate,
    can_run,
    is_higher,
    is_mcnemar_higher,
    is_one_error_higher,
    other_gates,
    run_gate,
    take_best,
)
from ace.bench.gate_scenarios import scenarios, votes

GATES = {gate.name: gate for gate in other_gates()}
VOTES = [(0, 0), (1, 0), (0, 1), (3, 1), (9, 3), (5, 5), (12, 2), (2, 12)]


@pytest.mark.parametrize(("fixed", "broke"), VOTES)
def test_rules_by_hand(fixed: int, broke: int) -> None:
    n = 50
    changes = [1.0] * fixed + [-1.0] * broke + [0.0] * (n - fixed - broke)
    scores = votes(np.array([fixed]), np.array([broke]), n)
    assert is_higher(scores).tolist() == [mean(changes) > 0]
    assert is_one_error_higher(scores).tolist() == [mean(changes) > stdev(changes) / n**0.5]
    statistic = (fixed - broke) ** 2 / (fixed + broke) if fixed + broke else 0.0
    assert is_mcnemar_higher(scores).tolist() == [fixed > broke and chi2.sf(statistic, 1) < 0.05]


def test_the_best_is_the_highest_sum_with_its_kind() -> None:
    scores = votes(np.array([[1, 5, 2]]), np.array([[0, 4, 0]]), 10)
    best, kind = take_best(scores, np.array([[0, 1, 2]]))
    assert (best.fixed.tolist(), best.total.tolist(), kind.tolist()) == ([[2]], [[2]], [[2]])


@pytest.mark.parametrize(
    ("gate", "scenario", "share"),
    [
        ("one_standard_error", "null_independent", 0.15),
        ("one_standard_error", "plus15_independent", 0.73),
        # Of ten candidates, each compared with a baseline run of its own; with one baseline for all it is less.
        ("one_standard_error", "null_best_of_10_independent_own_baselines", 0.82),
        ("one_standard_error", "null_best_of_10_independent", 0.54),
        ("best_of_10_on_300", "null_independent", 0.90),
    ],
)
def test_known_figures(gate: str, scenario: str, share: float) -> None:
    accepted, _ = run_gate(np.random.default_rng(4), GATES[gate], scenarios()[scenario], 10_000)
    # Monte Carlo standard error at most .005; the figures are rounded to .01.
    assert accepted.any(1).mean() == pytest.approx(share, abs=0.02)


def test_what_makes_nothing_better_is_counted() -> None:
    accepted, is_false = run_gate(np.random.default_rng(5), GATES["mean"], scenarios()["mixed"], 4000)
    # Exact from the shares: 7 in 10 do nothing and pass at about .453, 1 in 10 helps and passes at about .992.
    assert is_false.sum() / accepted.sum() == pytest.approx(0.317 / (0.317 + 0.0992), abs=0.04)
    everything, _ = run_gate(np.random.default_rng(5), GATES["mean"], scenarios()["plus6"], 100)
    assert everything.shape == (100, 1)


def test_a_best_of_ten_has_no_meaning_with_three_trials() -> None:
    three = scenarios()["null_3_trials"]
    assert [gate.name for gate in GATES.values() if can_run(gate, three)] == ["mean", "one_standard_error", "mcnemar"]
    assert all(can_run(gate, scenarios()["null_best_of_10"]) for gate in GATES.values())
    assert not can_run(Gate("x", 3, is_higher, "", needs_votes=True), three)
