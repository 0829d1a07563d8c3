"""180 days of drafts that do nothing: what a kept set of samples seems to gain, and what renewed samples seem to.

The state is how many samples of the kept set the rules in force get right. A draft fixes each wrong sample with
probability .06/.4 and breaks each right one with .06/.6, which leaves .6 right on new samples for ever: the true gain
is 0. Samples that a gate treats alike are alike, so counts are all the state there is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_others import Accepted, Gate, take_best
from ace.bench.gate_scenarios import DISCORDANT, RIGHT, Counts, Scores, votes

DAYS = 180
KEPT = 200
FIXES = DISCORDANT / 2 / (1 - RIGHT)
BREAKS = DISCORDANT / 2 / RIGHT


class Days(NamedTuple):
    """`accepted`: whether a stream ever accepted, (streams,). `gain`: mean gain in points on the set, for each day.

    `claimed`: mean over streams of the gains reported at acceptance, added up, in points. `detail`: what else was
    counted, means over streams.
    """

    accepted: Accepted
    gain: NDArray[np.float64]
    claimed: float
    detail: dict[str, float]


def kept_days(rng: np.random.Generator, gate: Gate, streams: int) -> Days:
    """Return what `gate` accepts when one set serves every day: `KEPT` samples, or the gate's own fixed few."""
    size = KEPT if gate.is_redrawn else gate.n
    start = rng.binomial(size, RIGHT, size=streams)
    right, count, claimed = start, np.zeros(streams, np.int64), np.zeros(streams)
    gain = np.zeros(DAYS)
    for day in range(DAYS):
        looked, moved = _candidates(rng, gate, right, size)
        accepted = gate.decide(looked)[:, 0]
        right = right + accepted * moved
        claimed += accepted * looked.total[:, 0] / gate.n
        count += accepted
        gain[day] = 100 * np.mean((right - start) / size)
    return Days(count > 0, gain, 100 * float(claimed.mean()), {"acceptances": float(count.mean())})


def _candidates(rng: np.random.Generator, gate: Gate, right: Counts, size: int) -> tuple[Scores, Counts]:
    """Return the scores the gate looks at, (streams, 1), and what the whole set would gain, (streams,)."""
    wrong = size - right
    seen_wrong = wrong if gate.n == size else rng.hypergeometric(wrong, right, gate.n)
    shape = (len(right), gate.best_of)
    fixed = rng.binomial(seen_wrong[:, None], FIXES, size=shape)
    broke = rng.binomial(gate.n - seen_wrong[:, None], BREAKS, size=shape)
    scores, _ = take_best(votes(fixed, broke, gate.n), np.zeros(shape, np.int64))
    # Samples the gate does not look at move as well.
    beyond = rng.binomial(wrong - seen_wrong, FIXES) - rng.binomial(right - (gate.n - seen_wrong), BREAKS)
    return scores, scores.total[:, 0] + beyond


def renewed_days(rng: np.random.Generator, gate: Gate, streams: int) -> Days:
    """Return what `gate` accepts when every day brings new samples; the gain is measured on those of the last day."""
    count, claimed = np.zeros(streams, np.int64), np.zeros(streams)
    for _ in range(DAYS):
        wrong = rng.binomial(gate.n, 1 - RIGHT, size=streams)
        looked, _ = _candidates(rng, gate, gate.n - wrong, gate.n)
        accepted = gate.decide(looked)[:, 0]
        claimed += accepted * looked.total[:, 0] / gate.n
        count += accepted
    gain = np.full(DAYS, np.nan)
    gain[-1] = new_sample_gain(rng, count, gate.n)
    return Days(count > 0, gain, 100 * float(claimed.mean()), {"acceptances": float(count.mean())})


def new_sample_gain(rng: np.random.Generator, count: Counts, n: int) -> float:
    """Return the mean gain in points on `n` new samples after `count` accepted drafts that do nothing."""
    # Each draft keeps this much of the tie between a sample's state before and after it.
    tie = (1 - FIXES - BREAKS) ** count
    start = rng.binomial(n, RIGHT, size=count.shape)
    stayed = rng.binomial(start, RIGHT + (1 - RIGHT) * tie)
    came = rng.binomial(n - start, RIGHT * (1 - tie))
    return 100 * float(np.mean((stayed + came - start) / n))
