"""Pairs: the same samples, seeds and tool results before and after. The unit is a sample, not a trial."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt

from ace.evaluation.score import Trial


@dataclass(frozen=True)
class Paired:
    """Votes of samples. `fixed` (b) and `broke` (c) count samples whose mean rose or fell.

    `undecided` counts samples with an error, or without the same trials, on either side: they have no vote.
    Units: before, after and the bounds of the change are shares in 0-1 (the change: -1 to 1).
    """

    n: int
    before: float
    after: float
    fixed: int
    broke: int
    undecided: int
    change_low: float
    change_high: float


def pair(before: Sequence[Trial], after: Sequence[Trial]) -> Paired:
    """Return the votes over samples whose trials both arms decided, all of them.

    The interval is 95%, over samples: the adjusted Wald interval for matched pairs, which adds half an observation to
    each of the four outcomes of a pair, so that three samples that agree are not taken for certainty.
    Source: Agresti and Min 2005, Statistics in Medicine 24:729.
    """
    old, new = _scores(before), _scores(after)
    common = sorted(sample for sample in old.keys() & new.keys() if old[sample].keys() == new[sample].keys())
    asked = {trial.sample for trial in (*before, *after)}
    means = [(_mean(old[sample].values()), _mean(new[sample].values())) for sample in common]
    changes = [after_mean - before_mean for before_mean, after_mean in means]
    low, high = _interval(changes)
    return Paired(
        n=len(common),
        before=_mean([mean for mean, _ in means]),
        after=_mean([mean for _, mean in means]),
        fixed=sum(change > 0 for change in changes),
        broke=sum(change < 0 for change in changes),
        undecided=len(asked) - len(common),
        change_low=low,
        change_high=high,
    )


def _scores(trials: Sequence[Trial]) -> dict[str, dict[int, float]]:
    """Return the score of each trial of the samples without an undecided trial."""
    grouped: dict[str, dict[int, float]] = defaultdict(dict)
    undecided = {trial.sample for trial in trials if trial.success is None}
    for trial in trials:
        if trial.sample not in undecided:
            grouped[trial.sample][trial.trial] = float(bool(trial.success))
    return grouped


def _mean(values: Collection[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _interval(changes: Sequence[float]) -> tuple[float, float]:
    if not changes:
        return (-1.0, 1.0)
    # Half an observation of +1, of -1, and twice of 0.
    n = len(changes) + 2
    mean = sum(changes) / n
    variance = (sum(change**2 for change in changes) + 1) / n - mean**2
    half = 1.96 * sqrt(variance / n)
    return (max(mean - half, -1.0), min(mean + half, 1.0))
