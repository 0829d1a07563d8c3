"""The scenarios of `ace bench gate`: what a draft truly does to a sample, and votes drawn from that.

A sample is right before with probability .6. A draft fixes a wrong one and breaks a right one, each independently of
all other samples; fixed and broken are shares of all samples. Drafts of one day are compared with one baseline run, so
they share which samples were wrong before.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
RIGHT = 0.6
DISCORDANT = 0.12
# A change larger than the discordance needs more: this share of samples is broken all the same.
BROKEN_AT_LEAST = 0.01
TRIALS = 3
# Success probability of a sample in the scenarios of three trials: mean .6, most samples nearly always right or wrong.
SAMPLE_BETA = (0.6, 0.4)


class Effect(NamedTuple):
    """What a draft does: shares of samples `fixed` and `broke`; of three trials also of each change, -3 to 3 thirds."""

    points: float
    fixed: float
    broke: float
    by_thirds: tuple[float, ...] = ()


class Scenario(NamedTuple):
    """`kinds`: effects with the probability that a draft has each. `drafts` a day, each accepted or not by itself.

    `is_shared`: they are compared with one baseline run; otherwise each with one of its own.
    """

    name: str
    kinds: tuple[tuple[float, Effect], ...]
    drafts: int = 1
    is_shared: bool = True


class Scores(NamedTuple):
    """Paired scores of `n` samples: votes, and sum and sum of squares of the changes in units of one trial."""

    fixed: Counts
    broke: Counts
    total: Counts
    squares: Counts
    n: int


def effect(points: float) -> Effect:
    """Return a change of `points`: 12% of samples discordant, or as many more as the change needs."""
    discordant = max(DISCORDANT, abs(points) / 100 + 2 * BROKEN_AT_LEAST)
    return Effect(points, (discordant + points / 100) / 2, (discordant - points / 100) / 2)


def independent(points: float) -> Effect:
    """Return a change of `points` measured by runs that share nothing: both arms are coins of their own."""
    after = RIGHT + points / 100
    return Effect(points, (1 - RIGHT) * after, RIGHT * (1 - after))


def three_trials(points: float) -> Effect:
    """Return a change of `points` with three trials a side and samples that differ; the shares are exact.

    A sample succeeds with probability p ~ Beta(.6, .4) before. After, a draft for the better takes the same share of
    each sample's failures away, one for the worse of its successes. Trials are independent given the sample.
    """
    from scipy.special import comb, roots_jacobi

    a, b = SAMPLE_BETA
    # Everything is a polynomial in p of degree 6 at most, for which 8 nodes are exact.
    nodes, weights = roots_jacobi(8, b - 1, a - 1)
    p, weights = (nodes + 1) / 2, weights / weights.sum()
    gain = points / 100
    after = p + (1 - p) * gain / (1 - RIGHT) if gain >= 0 else p * (1 + gain / RIGHT)
    k = np.arange(TRIALS + 1)
    old, new = (comb(TRIALS, k) * q[:, None] ** k * (1 - q[:, None]) ** (TRIALS - k) for q in (p, after))
    joint = np.einsum("s,si,sj->ij", weights, old, new)
    shares = tuple(float(np.trace(joint, offset)) for offset in range(-TRIALS, TRIALS + 1))
    return Effect(points, sum(shares[TRIALS + 1 :]), sum(shares[:TRIALS]), shares)


def scenarios() -> dict[str, Scenario]:
    """Return all by name. `null_180_days` is not among them: its state lasts."""
    null, harm = effect(0), effect(-6)
    kinds: Mapping[str, tuple[tuple[float, Effect], ...]] = {
        "null": ((1.0, null),),
        "harmful": ((1.0, harm),),
        **{f"plus{points}": ((1.0, effect(points)),) for points in (2, 4, 6, 8, 15)},
        "mixed": ((0.1, effect(6)), (0.7, null), (0.2, harm)),
        "null_3_trials": ((1.0, three_trials(0)),),
        "plus6_3_trials": ((1.0, three_trials(6)),),
        "harmful_3_trials": ((1.0, three_trials(-6)),),
        "null_independent": ((1.0, independent(0)),),
        "plus15_independent": ((1.0, independent(15)),),
    }
    many = [
        Scenario("null_best_of_10", ((1.0, null),), 10),
        Scenario("null_best_of_10_independent", ((1.0, independent(0)),), 10),
        Scenario("null_best_of_10_independent_own_baselines", ((1.0, independent(0)),), 10, is_shared=False),
    ]
    return {name: Scenario(name, kind) for name, kind in kinds.items()} | {one.name: one for one in many}


def draw_kinds(rng: np.random.Generator, scenario: Scenario, cycles: int, drafts: int) -> Counts:
    """Return which of the scenario's kinds each draft is. Shape: (cycles, drafts)."""
    if len(scenario.kinds) == 1:
        return np.zeros((cycles, drafts), np.int64)
    return rng.choice(len(scenario.kinds), size=(cycles, drafts), p=[share for share, _ in scenario.kinds])


def draw_scores(rng: np.random.Generator, scenario: Scenario, kinds: Counts, n: int) -> Scores:
    """Return the scores of drafts of these `kinds` on `n` new samples. Shapes: all as kinds', (cycles, drafts)."""
    first = scenario.kinds[0][1]
    if first.by_thirds:
        counts = rng.multinomial(n, first.by_thirds, size=kinds.shape)
        change = np.arange(-TRIALS, TRIALS + 1)
        fixed, broke = counts[..., TRIALS + 1 :].sum(-1), counts[..., :TRIALS].sum(-1)
        return Scores(fixed, broke, counts @ change, counts @ change**2, n)
    wrong = rng.binomial(n, 1 - RIGHT, size=(len(kinds), 1 if scenario.is_shared else kinds.shape[1]))
    return votes(*draw_votes(rng, scenario, kinds, wrong, n), n)


def draw_votes(
    rng: np.random.Generator, scenario: Scenario, kinds: Counts, wrong: Counts, n: int
) -> tuple[Counts, Counts]:
    """Return how many of the `wrong` samples drafts of `kinds` fix, and how many of the `n` - wrong they break."""
    fixes = np.array([one.fixed / (1 - RIGHT) for _, one in scenario.kinds])[kinds]
    breaks = np.array([one.broke / RIGHT for _, one in scenario.kinds])[kinds]
    return rng.binomial(wrong, fixes), rng.binomial(n - wrong, breaks)


def votes(fixed: Counts, broke: Counts, n: int) -> Scores:
    """Return the scores of one trial a side, where the votes are all there is."""
    return Scores(fixed, broke, fixed - broke, fixed + broke, n)
