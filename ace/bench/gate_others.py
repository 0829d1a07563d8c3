"""Acceptance by one look at a raw score, as other optimizers do it: pure functions of paired scores."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_scenarios import Counts, Scenario, Scores, draw_kinds, draw_scores

Accepted = NDArray[np.bool_]
_CHI_SQUARE_95 = 3.841458820694124
"""The 95% point of the chi-square distribution with one degree of freedom."""


class Gate(NamedTuple):
    """One way to accept: `decide` on `n` samples. `best_of`: of so many drafts only the best by mean is asked about.

    `is_redrawn`: where one set is kept, the `n` are drawn from it anew each time. `needs_votes`: it knows paired scores
    of 0 and 1 alone.
    """

    name: str
    n: int
    decide: Callable[[Scores], Accepted]
    rule: str
    best_of: int = 1
    is_redrawn: bool = False
    needs_votes: bool = False


def is_higher(scores: Scores) -> Accepted:
    """Accept when the mean after is above the mean before."""
    return np.asarray(scores.total > 0)


def is_one_error_higher(scores: Scores) -> Accepted:
    """Accept when the mean paired change is above one standard error of itself, as cap-evolve does."""
    spread = (scores.squares - scores.total**2 / scores.n) / (scores.n - 1)
    return np.asarray(scores.total / scores.n > np.sqrt(spread / scores.n))


def is_mcnemar_higher(scores: Scores) -> Accepted:
    """Accept when more are fixed than broken and McNemar's test, uncorrected, has p < .05."""
    moved = scores.fixed + scores.broke
    return np.asarray((scores.fixed > scores.broke) & ((scores.fixed - scores.broke) ** 2 > _CHI_SQUARE_95 * moved))


def other_gates() -> tuple[Gate, ...]:
    """Return those that need no other package."""
    best = "best mean of 10 drafts, accepted when above the seed's"
    return (
        Gate("mean", 200, is_higher, "mean after > mean before"),
        Gate(
            "one_standard_error", 50, is_one_error_higher, "mean paired change > 1 standard error (cap-evolve's rule)"
        ),
        Gate("mcnemar", 200, is_mcnemar_higher, "McNemar's test, uncorrected, p < .05"),
        Gate("best_of_10", 200, is_higher, best, best_of=10),
        Gate("best_of_10_on_50", 50, is_higher, best, best_of=10),
        Gate("best_of_10_on_300", 300, is_higher, f"{best} (the original ACE's checkpoints)", best_of=10),
    )


def can_run(gate: Gate, scenario: Scenario) -> bool:
    """Return whether the gate has a meaning there.

    A mean over three trials is no vote, and drafts that share a baseline's trials are drawn for one trial alone.
    """
    return not (scenario.kinds[0][1].by_thirds and (gate.best_of > 1 or gate.needs_votes))


def run_gate(rng: np.random.Generator, gate: Gate, scenario: Scenario, cycles: int) -> tuple[Accepted, Accepted]:
    """Return which drafts were accepted and which of them make nothing better. Shapes: (cycles, drafts) both.

    Of a gate that asks about the best draft alone, one draft a cycle is left.
    """
    kinds = draw_kinds(rng, scenario, cycles, max(scenario.drafts, gate.best_of))
    scores = draw_scores(rng, scenario, kinds, gate.n)
    if gate.best_of > 1:
        scores, kinds = take_best(scores, kinds)
    accepted = gate.decide(scores)
    return accepted, accepted & ~makes_better(scenario)[kinds]


def take_best(scores: Scores, kinds: Counts) -> tuple[Scores, Counts]:
    """Return the scores and kind of the draft with the highest sum, the first of equals. Shapes: (cycles, 1)."""
    best = np.argmax(scores.total, axis=1)[:, None]
    fixed, broke, total, squares = (np.take_along_axis(part, best, 1) for part in scores[:4])
    return Scores(fixed, broke, total, squares, scores.n), np.take_along_axis(kinds, best, 1)


def makes_better(scenario: Scenario) -> NDArray[np.bool_]:
    """Return for each kind of draft whether it truly helps."""
    return np.array([one.points > 0 for _, one in scenario.kinds])
