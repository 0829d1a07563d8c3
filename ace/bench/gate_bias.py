"""How far off each estimate of a change is after a confirmation: over all that began one, and over the confirmed."""

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_exact import design_of
from ace.bench.gate_ours import STEPS, confirm
from ace.bench.gate_scenarios import Counts, effect
from ace.evaluation.estimate import Arrivals, Design, arrivals, sides, with_further
from ace.evaluation.gate_rules import GateRules

POINTS = (2, 4, 6, 8, 15)
Among: TypeAlias = Literal["looked at", "confirmed"]
Floats = NDArray[np.float64]


class Bias(NamedTuple):
    """One estimate's mean error in points, with the Monte Carlo standard error of that mean and the spread (standard
    deviation) of single estimates around the truth."""

    scenario: str
    among: Among
    method: str
    drafts: int
    bias_points: float
    error_points: float
    spread_points: float


def measure_bias(cycles: int, seed: int, rules: GateRules) -> tuple[Bias, ...]:
    """Return rows for each of `POINTS`, `cycles` drafts each, all of which begin a confirmation."""
    rows: list[Bias] = []
    for points in POINTS:
        rng = np.random.default_rng([seed, points])
        rows += _of_effect(rng, points, cycles, rules)
    return tuple(rows)


def _of_effect(rng: np.random.Generator, points: int, cycles: int, rules: GateRules) -> list[Bias]:
    one = effect(points)
    looks = rules.most // rules.batch
    drawn = rng.multinomial(rules.batch, [one.fixed, one.broke, 1 - one.fixed - one.broke], size=(cycles, looks + 1))
    fixed, broke = drawn[..., 0], drawn[..., 1]
    ends = confirm(fixed[:, :looks], broke[:, :looks], rules)
    rows = np.arange(cycles)
    beyond = fixed[rows, ends.looks], broke[rows, ends.looks]
    both = ends.fixed + beyond[0], ends.broke + beyond[1]
    design = design_of(one, rules, (int(both[0].max()), int(both[1].max())))
    stages = arrivals([rules.batch] * looks, design)
    estimates: dict[str, Floats] = {
        "plain": (ends.fixed - ends.broke) / (ends.looks * rules.batch),
        "by looks": _by_looks(stages, ends.looks, ends.fixed, ends.broke),
        "further batch alone": (beyond[0] - beyond[1]) / rules.batch,
        "by a further batch": _by_further(stages, ends.looks, (ends.fixed, ends.broke), both, design),
    }
    confirmed = ends.step == STEPS.index("confirmed")
    groups: tuple[tuple[Among, NDArray[np.bool_]], ...] = (
        ("looked at", np.ones(cycles, np.bool_)),
        ("confirmed", confirmed),
    )
    return [
        _row(f"plus{points}", among, method, 100 * values[those] - points)
        for among, those in groups
        for method, values in estimates.items()
        if those.sum() > 1
    ]


def _row(scenario: str, among: Among, method: str, errors: Floats) -> Bias:
    many = len(errors)
    return Bias(
        scenario,
        among,
        method,
        many,
        float(errors.mean()),
        float(errors.std(ddof=1) / many**0.5),
        float(np.sqrt((errors**2).mean())),
    )


def _by_looks(stages: list[Arrivals], looks: Counts, fixed: Counts, broke: Counts) -> Floats:
    values = np.zeros(len(looks))
    for place in np.unique(looks):
        those = looks == place
        stage, at = stages[place - 1], (fixed[those], broke[those])
        values[those] = stage.first[at] / stage.weight[at]
    return values


def _by_further(
    stages: list[Arrivals],
    looks: Counts,
    ended: tuple[Counts, Counts],
    both: tuple[Counts, Counts],
    design: Design,
) -> Floats:
    values = np.zeros(len(looks))
    batch = design.rules.batch
    for place in np.unique(looks):
        stage, n = stages[place - 1], int(place) * batch
        side = sides(n, design.rules, design.limits)[ended]
        for which in np.unique(side[looks == place]):
            those = (looks == place) & (side == which)
            weight, mean = with_further(stage, n, batch, design, int(which))
            at = (both[0][those], both[1][those])
            values[those] = mean[at] / weight[at]
    return values
