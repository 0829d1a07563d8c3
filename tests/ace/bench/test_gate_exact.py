"""Our gate's figures without simulation."""

from dataclasses import replace

import pytest

from ace.bench.gate_exact import exact_accepted, exact_confirmed
from ace.bench.gate_scenarios import Effect, effect
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.sign_test import e_value, sign_test

RULES = GateRules()


@pytest.mark.parametrize(("points", "power"), [(4, 0.387), (6, 0.835), (8, 0.977)])
def test_power(points: int, power: float) -> None:
    assert exact_accepted(effect(points), 1, RULES) == pytest.approx(power, abs=0.0006)


def test_what_does_nothing_is_accepted_far_under_the_bar_and_harm_never() -> None:
    assert exact_confirmed(effect(0), RULES) < 1 / RULES.confirm_e
    assert exact_accepted(effect(0), 1, RULES) < 0.0008
    assert 10 * exact_accepted(effect(0), 10, RULES) < 0.0008
    assert exact_accepted(effect(-6), 1, RULES) < 1e-9


def test_a_single_look_is_a_binomial_sum() -> None:
    one, rules = Effect(0, 0.3, 0.0), replace(GateRules(), most=100)
    least = next(fixed for fixed in range(101) if e_value(fixed, 0) >= 20)
    from scipy.stats import binom

    assert exact_confirmed(one, rules) == pytest.approx(binom.sf(least - 1, 100, 0.3), abs=1e-9)
    enough = next(fixed for fixed in range(201) if sign_test(fixed, 0) <= 0.10)
    expected = binom.sf(enough - 1, 200, 0.3) * binom.sf(least - 1, 100, 0.3)
    assert exact_accepted(one, 1, rules) == pytest.approx(expected, abs=1e-9)
