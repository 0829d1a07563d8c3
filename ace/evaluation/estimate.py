"""How large a change is, said after a confirmation without the inflation that stopping at a good moment brings. Pure.

The plain (fixed - broken) / looked at is too large when looking ended because it was large. Two estimates are not:

- by looks: the mean change of the first batch over all paths that end in the same counts (Rao-Blackwell). Unbiased over
  all drafts that were looked at, whatever became of them; among the confirmed alone it is still too large.
- by a further batch, looked at after the decision and deciding nothing: its mean over all paths to the same counts.
  Unbiased also among the confirmed alone, which is what a reviewer sees.

Both sum over paths exactly. A path's probability given its end does not depend on the true shares, so any may be used.
Source: Emerson and Fleming 1990 (by looks); Cohen and Sackrowitz 1989, Bowden and Glimm 2008 (by a further batch).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ace.evaluation.gate_rules import GateRules, after_batch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.float64]

BY_LOOKS = "by looks: unbiased over all drafts looked at, too large among the confirmed alone"
BY_FURTHER_BATCH = "by a further batch that decided nothing: unbiased also among the confirmed alone"
# Each bound is passed by the truth with probability at most 1 / BOUND_E, however the looking ended.
BOUND_E = 20.0
_Z95_ONE_SIDED = 1.6448536269514722
_SMALLEST = 1e-9


class Batch(NamedTuple):
    """Votes of one batch: units fixed and broken among the `n` looked at."""

    fixed: int
    broke: int
    n: int


class Estimate(NamedTuple):
    """A change in shares (-1 to 1). `low` and `high` hold with 95% each; `method` says what it is unbiased over."""

    change: float
    low: float
    high: float
    method: str


class Design(NamedTuple):
    """What paths are counted over: the bars, true shares (fixed, broken), and counts up to `limits` (fixed, broken).

    `least`: votes of one batch with a lower probability than this are left out. 0 where any counts may be asked about.
    """

    rules: GateRules
    shares: tuple[float, float]
    limits: tuple[int, int]
    least: float = 0.0


class Arrivals(NamedTuple):
    """Paths to each place [fixed, broken] of one look that no earlier look ended: their probability, and that times
    the mean change of the first batch."""

    weight: "Grid"
    first: "Grid"


def effect_estimate(batches: Sequence[Batch], rules: GateRules) -> Estimate:
    """Return the estimate after a confirmation that looked at `batches` in this order.

    Batches after the one that ended it by `rules` count as further ones; with none the estimate is by looks. When no
    batch ended it, samples had run out, which no vote decided: the last batch is then the end.
    The bounds by looks are those of the gate's own evidence, valid at any end, so what is confirmed at an e-value of
    20 has a lower bound above 0. With a further batch they are that batch's adjusted Wald bounds.
    Takes some hundredths of a second, and seconds where nearly half of 800 units are discordant: paths are many then.
    Raises: ValueError for no batch, or counts that do not fit in their batch.
    """
    looks, further, rules = _split(batches, rules)
    end, beyond = _sum(looks), _sum(further)
    both = _sum([*looks, *further])
    shares = ((both.fixed + 0.5) / (both.n + 1.5), (both.broke + 0.5) / (both.n + 1.5))
    design = Design(rules, shares, (both.fixed, both.broke))
    stage = arrivals([batch.n for batch in looks], design)[-1]
    if not further:
        change = float(stage.first[design.limits] / stage.weight[design.limits])
        low, high = bounds(end)
        return Estimate(change, min(low, change), max(high, change), BY_LOOKS)
    weight, mean = with_further(stage, end.n, beyond.n, design, _side(end, rules))
    change = float(mean[design.limits] / weight[design.limits])
    low, high = _wald(beyond)
    return Estimate(change, min(low, change), max(high, change), BY_FURTHER_BATCH)


def arrivals(sizes: Sequence[int], design: Design) -> list[Arrivals]:
    """Return the paths at each look, for batches of these sizes. Shapes: (limits[0] + 1, limits[1] + 1)."""
    start = _batch_chances(sizes[0], design)
    now = Arrivals(start, start * _changes(design.limits) / sizes[0])
    found, looked_at = [now], sizes[0]
    for size in sizes[1:]:
        going_on = sides(looked_at, design.rules, design.limits) == 0
        step = _batch_chances(size, design)
        now = Arrivals(_add(now.weight * going_on, step), _add(now.first * going_on, step))
        found.append(now)
        looked_at += size
    return found


def with_further(stage: Arrivals, looked_at: int, further: int, design: Design, side: int) -> tuple["Grid", "Grid"]:
    """Return the paths that a look ended on `side` (1 confirmed, 0 neither, -1 dropped) and one further batch followed.

    Two grids by the counts with that batch: their probability, and that times the further batch's mean change.
    """
    ended = stage.weight * (sides(looked_at, design.rules, design.limits) == side)
    step = _batch_chances(further, design)
    return _add(ended, step), _add(ended, step * _changes(design.limits) / further)


def sides(looked_at: int, rules: GateRules, limits: tuple[int, int]) -> "NDArray[np.int8]":
    """Return for each [fixed, broken] up to `limits` 1 where the look confirms, -1 where it drops, else 0."""
    import numpy as np

    grid = np.zeros((limits[0] + 1, limits[1] + 1), np.int8)
    for broke, (dropped, confirmed) in enumerate(_edges(looked_at, rules, limits)):
        grid[:dropped, broke] = -1
        grid[confirmed:, broke] = 1
    return grid


@lru_cache(maxsize=64)
def _edges(looked_at: int, rules: GateRules, limits: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Return for each count of broken how many counts of fixed drop the draft, and from which on it is confirmed.

    Both edges only rise with the count of broken, so the gate itself is asked about the places along them alone.
    """
    edges, dropped, confirmed = [], 0, 0
    for broke in range(limits[1] + 1):
        while dropped <= limits[0] and after_batch(dropped, broke, looked_at, rules) in ("harmful", "futile"):
            dropped += 1
        confirmed = max(confirmed, dropped)
        while confirmed <= limits[0] and after_batch(confirmed, broke, looked_at, rules) != "confirmed":
            confirmed += 1
        edges.append((dropped, confirmed))
    return tuple(edges)


def bounds(votes: Batch) -> tuple[float, float]:
    """Return the lower and upper bound of the change, 95% each, valid wherever looking ended.

    The lower one is the least change that the wager against it does not refute with `BOUND_E`; at 0 the wager is the
    gate's e-value. Source: confidence sequence of a betting martingale, Waudby-Smith and Ramdas 2024.
    """
    return _lower(votes.fixed, votes.broke, votes.n), -_lower(votes.broke, votes.fixed, votes.n)


def wager(votes: Batch, change: float) -> float:
    """Return the evidence that the true change is above `change`: the mean over u in (0, 1) of the wealth of a gambler
    who stakes u / (1 + change) on each unit's change beyond `change`. 1 is none. `change`: above -1, at most 1."""
    import numpy as np

    points, weights = _nodes(min(votes.n // 2 + 1, 400))
    stakes = points / (1 + change)
    tied = votes.n - votes.fixed - votes.broke
    log = votes.fixed * np.log1p(stakes * (1 - change)) + votes.broke * np.log1p(-points)
    log += tied * np.log1p(-stakes * change)
    return float(np.exp(np.minimum(log, 700)) @ weights)


def _lower(fixed: int, broke: int, n: int) -> float:
    low, high = -1 + _SMALLEST, 1.0
    votes = Batch(fixed, broke, n)
    if wager(votes, low) < BOUND_E:
        return -1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if wager(votes, middle) >= BOUND_E else (low, middle)
    return low


def _wald(votes: Batch) -> tuple[float, float]:
    """Return one batch's bounds, 95% each. Source: Agresti and Min 2005, half an observation added to each outcome."""
    n = votes.n + 2
    mean = (votes.fixed - votes.broke) / n
    half = _Z95_ONE_SIDED * (((votes.fixed + votes.broke + 1) / n - mean**2) / n) ** 0.5
    return max(mean - half, -1.0), min(mean + half, 1.0)


def _split(batches: Sequence[Batch], rules: GateRules) -> tuple[list[Batch], list[Batch], GateRules]:
    """Return the batches that were looked at, those after, and the rules with the end that was reached."""
    if not batches:
        raise ValueError("no batch was looked at, so there is nothing to estimate from")
    for batch in batches:
        if min(batch.fixed, batch.broke) < 0 or batch.fixed + batch.broke > batch.n or batch.n < 1:
            raise ValueError(f"{batch}: fixed and broken are counts among the n of the batch, and n is at least 1")
    for place in range(1, len(batches) + 1):
        end = _sum(batches[:place])
        if after_batch(*end, rules) != "go on":
            return list(batches[:place]), list(batches[place:]), rules
    return list(batches), [], replace(rules, most=_sum(batches).n)


def _sum(batches: Sequence[Batch]) -> Batch:
    return Batch(*(sum(column) for column in zip(*batches, strict=True))) if batches else Batch(0, 0, 0)


def _side(end: Batch, rules: GateRules) -> int:
    return {"confirmed": 1, "harmful": -1, "futile": -1}.get(after_batch(*end, rules), 0)


def _changes(limits: tuple[int, int]) -> "Grid":
    import numpy as np

    return np.arange(limits[0] + 1.0)[:, None] - np.arange(limits[1] + 1.0)[None, :]


def _add(grid: "Grid", step: "Grid") -> "Grid":
    """Return the grid after one more batch, of which `step` holds the probabilities, within the grid's limits.

    Summed directly, not by a Fourier transform: its error would be as large as what rare counts weigh.
    """
    import numpy as np
    from scipy.signal import convolve2d

    rows, columns = np.nonzero(step)
    if not len(rows):
        return np.zeros_like(grid)
    held = step[: rows.max() + 1, : columns.max() + 1]
    return np.asarray(convolve2d(grid, held))[: grid.shape[0], : grid.shape[1]]


def _batch_chances(n: int, design: Design) -> "Grid":
    """Return the multinomial probability of each [fixed, broken] up to the limits in a batch of `n`."""
    import numpy as np
    from scipy.special import gammaln, xlogy

    fixed = np.arange(design.limits[0] + 1.0)[:, None]
    broke = np.arange(design.limits[1] + 1.0)[None, :]
    tied = n - fixed - broke
    rest = np.maximum(tied, 0.0)
    log = gammaln(n + 1.0) - gammaln(fixed + 1) - gammaln(broke + 1) - gammaln(rest + 1)
    log = log + xlogy(fixed, design.shares[0]) + xlogy(broke, design.shares[1])
    chances = np.exp(log + xlogy(rest, max(1 - sum(design.shares), 0.0)))
    return np.where((tied >= 0) & (chances >= design.least), chances, 0.0)


@lru_cache(maxsize=16)
def _nodes(count: int) -> tuple["Grid", "Grid"]:
    """Return Gauss-Legendre points and weights on (0, 1): exact for polynomials of a degree under 2 `count`."""
    from numpy.polynomial.legendre import leggauss

    points, weights = leggauss(count)
    return (points + 1) / 2, weights / 2
