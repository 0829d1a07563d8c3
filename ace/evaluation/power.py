"""What the gate will make of a change of known size: exact chances, summed over all paths of votes. Pure.

`Shares` say what a change does to cases. A case is a unit of votes; other cases say nothing about it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ace.evaluation.estimate import Design, arrivals, sides
from ace.evaluation.gate_rules import GateRules, screens
from ace.evaluation.sign_test import sign_test

# Counts this many standard deviations above their mean have no weight that matters.
_DEVIATIONS = 7
# A change larger than the discordance needs more of it: this share of cases is broken all the same.
_BROKEN_AT_LEAST = 0.01
# Votes of a batch rarer than this are left out; in a search for a number of cases, rarer than the second.
_LEAST, _LEAST_SEARCHED = 1e-16, 1e-9
_SCREEN_POWER = 0.9
_MOST_DEVELOPMENT = 5000
# Beyond this a sum over paths takes more seconds than one wants to wait.
_MOST_HELD_OUT = 1600


class Shares(NamedTuple):
    """What a change does: shares of cases it fixes and breaks, 0-1."""

    fixed: float
    broke: float


class Ends(NamedTuple):
    """Chances of how held-out cases end: `confirmed`, or `promising` because they ran out before anything was settled.

    `by_look`: the chance of being confirmed by the end of each batch. What is missing to 1 is dropped.
    """

    confirmed: float
    promising: float
    by_look: tuple[float, ...] = ()


class Needed(NamedTuple):
    """Cases at which a change is confirmed with the asked power; None: more than can be summed up.

    `development`: from so many on the screen passes it nine times in ten (to tens); `held_out`: then these, in whole
    batches.
    """

    development: int | None
    held_out: int | None


def shares_of(points: float, discordant: float) -> Shares:
    """Return the shares of a change of `points` (in 100) with a share `discordant` of cases fixed or broken by it.

    As many more are discordant as the change needs.
    """
    change = points / 100
    votes = max(discordant, abs(change) + 2 * _BROKEN_AT_LEAST)
    return Shares((votes + change) / 2, (votes - change) / 2)


def reach(shares: Shares, n: int) -> tuple[int, int]:
    """Return counts of fixed and broken among `n` that are practically never passed."""
    fixed, broke = (min(n, int(n * share + _DEVIATIONS * (n * share * (1 - share)) ** 0.5) + 5) for share in shares)
    return fixed, broke


def design_of(shares: Shares, rules: GateRules, limits: tuple[int, int], least: float = _LEAST) -> Design:
    """Return what paths of such changes are counted over; votes of a batch rarer than `least` are left out."""
    return Design(rules, (shares.fixed, shares.broke), limits, least=least)


def screen_chance(shares: Shares, cases: int, drafts: int, rules: GateRules) -> float:
    """Return the chance that votes of `cases` development cases let one of `drafts` drafts pass the screen."""
    import numpy as np
    from scipy.stats import binom

    if cases < 1:
        return 0.0
    broke = np.arange(reach(shares, cases)[1] + 1)
    least = np.array(_least_fixed(len(broke), cases, drafts, rules))
    share = min(shares.fixed / (1 - shares.broke), 1.0)
    return float(binom.pmf(broke, cases, shares.broke) @ binom.sf(least - 1, cases - broke, share))


def held_out_ends(shares: Shares, sizes: Sequence[int], rules: GateRules, least: float = _LEAST) -> Ends:
    """Return how held-out cases in batches of `sizes` end for a draft that came so far; none: it stays promising.

    Takes tenths of a second for 800 cases, seconds where nearly a third of them are discordant.
    """
    if not sizes:
        return Ends(0.0, 1.0)
    limits = reach(shares, sum(sizes))
    stages = arrivals(sizes, design_of(shares, rules, limits, least))
    confirmed, looked_at, by_look = 0.0, 0, list[float]()
    for size, stage in zip(sizes, stages, strict=True):
        looked_at += size
        confirmed += float(stage.weight[sides(looked_at, rules, limits) == 1].sum())
        by_look.append(confirmed)
    unsettled = sides(looked_at, rules, limits) == 0
    if looked_at >= rules.most:
        return Ends(confirmed, 0.0, tuple(by_look))
    open_ends = stages[-1].weight * unsettled
    if looked_at < rules.min_confirm:
        # Among few cases the sign test says when harm is shown.
        for fixed, broke in zip(*open_ends.nonzero(), strict=True):
            if broke > fixed and sign_test(int(broke), int(fixed)) <= rules.harmful_p:
                open_ends[fixed, broke] = 0
    return Ends(confirmed, float(open_ends.sum()), tuple(by_look))


def batch_sizes(cases: int, rules: GateRules) -> tuple[int, ...]:
    """Return the sizes of the batches that `cases` held-out cases are looked at in."""
    used = min(cases, rules.most)
    rest = used % rules.batch
    return (rules.batch,) * (used // rules.batch) + ((rest,) if rest else ())


def cases_needed(shares: Shares, power: float, drafts: int, rules: GateRules) -> Needed:
    """Return how many cases confirm such a change with probability `power`, whatever `rules.most` allows.

    `power`: 0-1, under .9, which is what the screen is asked for.
    """

    def screen(cases: int) -> float:
        return screen_chance(shares, cases, drafts, rules)

    development = _least_tens(lambda cases: screen(cases) >= _SCREEN_POWER)
    if development is None:
        return Needed(None, None)
    goal = power / screen(development)
    for most in (_MOST_HELD_OUT // 2, _MOST_HELD_OUT):
        wide = replace(rules, most=max(most, rules.batch))
        sizes = (rules.batch,) * (wide.most // rules.batch)
        for place, chance in enumerate(held_out_ends(shares, sizes, wide, _LEAST_SEARCHED).by_look, 1):
            if chance >= goal:
                return Needed(development, place * rules.batch)
    return Needed(development, None)


def _least_tens(enough: Callable[[int], bool]) -> int | None:
    """Return the least multiple of ten that is enough, None when `_MOST_DEVELOPMENT` is not."""
    low, high = 0, 10
    while not enough(high):
        if high >= _MOST_DEVELOPMENT:
            return None
        low, high = high, min(2 * high, _MOST_DEVELOPMENT)
    while high - low > 10:
        middle = (low + high) // 20 * 10
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _least_fixed(rows: int, cases: int, drafts: int, rules: GateRules) -> list[int]:
    """Return for 0, 1, .. broken how many fixed the screen asks for; it only rises, so it is walked along."""
    least, fixed = list[int](), 0
    for broke in range(rows):
        while fixed <= cases and not screens(fixed, broke, drafts, rules):
            fixed += 1
        least.append(fixed)
    return least
