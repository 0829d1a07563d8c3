"""What our gate accepts, without simulation: the sum of the probabilities of all paths of votes."""

import numpy as np
from scipy.stats import multinomial

from ace.bench.gate_ours import SCREEN_N, screened
from ace.bench.gate_scenarios import Effect
from ace.evaluation.estimate import Design, arrivals, sides
from ace.evaluation.gate_rules import GateRules

# Counts this many standard deviations above their mean have no weight that matters.
_DEVIATIONS = 7


def exact_accepted(one: Effect, drafts: int, rules: GateRules) -> float:
    """Return the probability that one draft of this effect, of `drafts` that day, passes screen and confirmation."""
    return _passes(one, drafts, rules) * exact_confirmed(one, rules)


def exact_confirmed(one: Effect, rules: GateRules) -> float:
    """Return the probability that held-out samples confirm a draft of this effect."""
    limits = reach(one, rules.most)
    stages = arrivals([rules.batch] * (rules.most // rules.batch), design_of(one, rules, limits))
    looked_at = range(rules.batch, rules.most + 1, rules.batch)
    return sum(
        float(stage.weight[sides(n, rules, limits) == 1].sum()) for n, stage in zip(looked_at, stages, strict=True)
    )


def design_of(one: Effect, rules: GateRules, limits: tuple[int, int]) -> Design:
    """Return what paths of drafts of this effect are counted over; votes that never happen are left out."""
    return Design(rules, (one.fixed, one.broke), limits, least=1e-16)


def reach(one: Effect, n: int) -> tuple[int, int]:
    """Return counts of fixed and broken among `n` that are practically never passed."""
    fixed, broke = (
        min(n, int(n * share + _DEVIATIONS * (n * share * (1 - share)) ** 0.5) + 5) for share in (one.fixed, one.broke)
    )
    return fixed, broke


def _passes(one: Effect, drafts: int, rules: GateRules) -> float:
    fixed, broke = (part.ravel() for part in np.mgrid[: SCREEN_N + 1, : SCREEN_N + 1])
    inside = fixed + broke <= SCREEN_N
    fixed, broke = fixed[inside], broke[inside]
    counts = np.stack([fixed, broke, SCREEN_N - fixed - broke], axis=1)
    chances = multinomial.pmf(counts, SCREEN_N, [one.fixed, one.broke, 1 - one.fixed - one.broke])
    likely = chances > 1e-18
    return float(chances[likely] @ screened(fixed[likely], broke[likely], drafts, rules))
