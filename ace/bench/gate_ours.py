"""Our gate on many drafts at once: `screens` and `after_batch` decide, asked once for each count there is."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_others import Accepted, makes_better
from ace.bench.gate_scenarios import RIGHT, Counts, Scenario, draw_kinds, draw_scores, draw_votes
from ace.evaluation.gate_rules import GateRules, Step, after_batch, screens
from ace.evaluation.sign_test import e_value

SCREEN_N = 200
STEPS: tuple[Step, ...] = ("go on", "confirmed", "harmful", "futile", "spent")
_BASE = 4096
"""More than any count of votes here, so that two counts make one number."""


class Ends(NamedTuple):
    """Where each confirmation ended: the place in STEPS, batches looked at, votes until then. Shapes: (drafts,)."""

    step: NDArray[np.int8]
    looks: Counts
    fixed: Counts
    broke: Counts


class Ours(NamedTuple):
    """`accepted`, `is_false`, `claimed`: (cycles, drafts); `claimed`: the plain change at the end, 0 without one.

    `looked_at`: held-out samples that a cycle's drafts used, (cycles,). `begun`: confirmations, (cycles,).
    """

    accepted: Accepted
    is_false: Accepted
    claimed: NDArray[np.float64]
    looked_at: Counts
    begun: Counts


def run_ours(
    rng: np.random.Generator,
    scenario: Scenario,
    cycles: int,
    rules: GateRules,
    bars: NDArray[np.float64] | None = None,
) -> Ours:
    """Return what became of each draft: a screen on development samples, then held-out samples in batches.

    `bars`: the e-value that each cycle's confirmations need, (cycles,); None: `rules.confirm_e`.
    """
    kinds = draw_kinds(rng, scenario, cycles, scenario.drafts)
    seen = draw_scores(rng, scenario, kinds, SCREEN_N)
    passed = np.nonzero(screened(seen.fixed, seen.broke, scenario.drafts, rules))
    fixed, broke = _held_out(rng, scenario, kinds, passed, rules)
    ends = confirm(fixed, broke, rules, None if bars is None else bars[passed[0]])
    accepted = np.zeros(kinds.shape, np.bool_)
    accepted[passed] = ends.step == STEPS.index("confirmed")
    claimed = np.zeros(kinds.shape)
    claimed[passed] = (ends.fixed - ends.broke) / (ends.looks * rules.batch)
    looked_at = np.zeros(cycles, np.int64)
    np.add.at(looked_at, passed[0], ends.looks * rules.batch)
    begun = np.bincount(passed[0], minlength=cycles)
    return Ours(accepted, accepted & ~makes_better(scenario)[kinds], claimed, looked_at, begun)


def _held_out(
    rng: np.random.Generator,
    scenario: Scenario,
    kinds: Counts,
    passed: tuple[NDArray[np.intp], ...],
    rules: GateRules,
) -> tuple[Counts, Counts]:
    """Return the votes of the drafts that passed, all batches. Shapes: (passed, batches)."""
    batches = rules.most // rules.batch
    those = np.repeat(kinds[passed][:, None], batches, axis=1)
    if scenario.kinds[0][1].by_thirds:
        scores = draw_scores(rng, scenario, those, rules.batch)
        return scores.fixed, scores.broke
    # The drafts of one day meet the same held-out samples, so the same ones were wrong before.
    wrong = rng.binomial(rules.batch, 1 - RIGHT, size=(len(kinds), batches))[passed[0]]
    return draw_votes(rng, scenario, those, wrong, rules.batch)


def screened(fixed: Counts, broke: Counts, drafts: int, rules: GateRules) -> Accepted:
    """Return which drafts may go on to held-out samples. Shapes: all the same."""
    codes, place = np.unique(fixed * _BASE + broke, return_inverse=True)
    known = np.array([_screens(*divmod(int(code), _BASE), drafts, rules) for code in codes], np.bool_)
    return known[place].reshape(fixed.shape)


def steps(
    fixed: Counts, broke: Counts, looked_at: int, rules: GateRules, bars: NDArray[np.float64] | None = None
) -> NDArray[np.int8]:
    """Return the place in STEPS of what follows from the votes so far. Shapes: all (drafts,).

    `bars`: the e-value that each draft needs, at least `rules.confirm_e`; None: that for all.
    """
    codes, place = np.unique(fixed * _BASE + broke, return_inverse=True)
    counts = [divmod(int(code), _BASE) for code in codes]
    known = np.array([_step(*count, looked_at, rules) for count in counts], np.int8)[place]
    if bars is None:
        return known
    # Where a higher bar is not reached, what else would follow from the same votes does.
    unconfirmed = replace(rules, confirm_e=np.inf)
    otherwise = np.array([_step(*count, looked_at, unconfirmed) for count in counts], np.int8)
    evidence = np.array([_e_value(*count) for count in counts])
    return np.where(evidence[place] >= bars, known, otherwise[place])


def confirm(fixed: Counts, broke: Counts, rules: GateRules, bars: NDArray[np.float64] | None = None) -> Ends:
    """Return where each draft's confirmation ends. Shapes: votes of each batch in order, (drafts, batches).

    `bars`: as for `steps`. With fewer batches than the rules look at, it ends with "spent" where samples run out.
    """
    drafts, batches = fixed.shape
    rules = replace(rules, most=min(rules.most, batches * rules.batch))
    sums = np.cumsum(fixed, 1), np.cumsum(broke, 1)
    step, looks = np.zeros(drafts, np.int8), np.zeros(drafts, np.int64)
    going = np.arange(drafts)
    for look in range(batches):
        needs = None if bars is None else bars[going]
        step[going] = steps(sums[0][going, look], sums[1][going, look], (look + 1) * rules.batch, rules, needs)
        looks[going] = look + 1
        going = going[step[going] == 0]
    last = np.maximum(looks - 1, 0)[:, None]
    ended = [np.take_along_axis(part, last, 1)[:, 0] for part in sums]
    return Ends(step, looks, ended[0], ended[1])


@cache
def _e_value(fixed: int, broke: int) -> float:
    return e_value(fixed, broke)


@cache
def _screens(fixed: int, broke: int, drafts: int, rules: GateRules) -> bool:
    return screens(fixed, broke, drafts, rules)


@cache
def _step(fixed: int, broke: int, looked_at: int, rules: GateRules) -> int:
    return STEPS.index(after_batch(fixed, broke, looked_at, rules))
