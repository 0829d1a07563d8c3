"""Our gate on many drafts, against the same bars asked draft by draft and against exact probabilities."""

import numpy as np
import pytest

from ace.bench.gate_exact import exact_accepted
from ace.bench.gate_ours import STEPS, confirm, run_ours, screened
from ace.bench.gate_scenarios import effect, scenarios
from ace.evaluation.gate_rules import GateRules, after_batch, screens

RULES = GateRules()


def test_ends_are_those_of_a_loop_over_batches() -> None:
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(100, [0.08, 0.05, 0.87], size=(300, 8))
    ends = confirm(drawn[..., 0], drawn[..., 1], RULES)
    seen = set()
    for draft in range(300):
        fixed = broke = looks = 0
        for looks in range(1, 9):
            fixed += int(drawn[draft, looks - 1, 0])
            broke += int(drawn[draft, looks - 1, 1])
            step = after_batch(fixed, broke, 100 * looks, RULES)
            if step != "go on":
                break
        assert (STEPS[ends.step[draft]], ends.looks[draft]) == (step, looks)
        assert (ends.fixed[draft], ends.broke[draft]) == (fixed, broke)
        seen.add(step)
    assert {"confirmed", "futile", "spent"} <= seen


def test_without_more_batches_samples_are_spent() -> None:
    ends = confirm(np.array([[8, 7]]), np.array([[6, 5]]), RULES)
    assert (STEPS[ends.step[0]], ends.looks[0]) == ("spent", 2)


def test_the_screen_is_shared_by_the_drafts_of_a_day() -> None:
    fixed, broke = np.meshgrid(np.arange(30), np.arange(30))
    for drafts in (1, 10):
        expected = [screens(int(b), int(c), drafts, RULES) for b, c in zip(fixed.flat, broke.flat, strict=True)]
        assert screened(fixed, broke, drafts, RULES).ravel().tolist() == expected


@pytest.mark.parametrize("points", [0, 2, 4, 6, 8])
def test_simulation_agrees_with_exact_probabilities(points: int) -> None:
    scenario = scenarios()["null" if points == 0 else f"plus{points}"]
    cycles = 10_000
    share = run_ours(np.random.default_rng(points), scenario, cycles, RULES).accepted.mean()
    exact = exact_accepted(effect(points), 1, RULES)
    # Four Monte Carlo standard errors.
    assert share == pytest.approx(exact, abs=4 * (exact * (1 - exact) / cycles) ** 0.5)


def test_figures_of_the_design() -> None:
    cycles = 10_000
    done = {name: run_ours(np.random.default_rng(7), scenarios()[name], cycles, RULES) for name in scenarios()}
    # Rounded to .01 and with a Monte Carlo standard error of at most .005, on both sides.
    for name, power in {"plus4": 0.38, "plus6": 0.83, "plus8": 0.98}.items():
        assert done[name].accepted.mean() == pytest.approx(power, abs=0.02)
    assert done["null"].accepted.mean() <= 0.0015
    assert done["null_best_of_10"].accepted.any(1).mean() <= 0.0015
    assert done["harmful"].accepted.sum() == 0
    mixed = done["mixed"]
    assert mixed.is_false.sum() / mixed.accepted.sum() <= 0.016
    assert mixed.accepted.mean() == pytest.approx(0.1 * 0.835 + 0.7 * 0.00077, abs=0.011)
    assert done["null_3_trials"].accepted.mean() <= 0.0015
    assert 100 < done["plus15"].looked_at.mean() < 120
    assert set(done["plus6"].looked_at.tolist()) <= set(range(0, 801, 100))


def test_ten_drafts_a_day_use_one_stretch_of_samples_each() -> None:
    done = run_ours(np.random.default_rng(8), scenarios()["null_best_of_10"], 2000, RULES)
    assert done.accepted.shape == (2000, 10)
    assert (done.claimed[done.accepted] > 0).all()
    assert 5 < done.looked_at.mean() < 60
