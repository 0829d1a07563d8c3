"""Pairs: the same samples, seeds and tool results before and after. The unit is a sample, not a trial."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from ace.evaluation.score import Trial


@dataclass(frozen=True)
class Paired:
    """Votes of samples. `fixed` (b) and `broke` (c) count samples whose mean rose or fell; `undecided` had errors.

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
    """Return the votes over samples that both arms decided. The interval is 95%, normal, over samples."""
    old, new = _means(before), _means(after)
    common = sorted(old.keys() & new.keys())
    asked = {trial.sample for trial in (*before, *after)}
    changes = [new[sample] - old[sample] for sample in common]
    low, high = _interval(changes)
    return Paired(
        n=len(common),
        before=_mean([old[sample] for sample in common]),
        after=_mean([new[sample] for sample in common]),
        fixed=sum(change > 0 for change in changes),
        broke=sum(change < 0 for change in changes),
        undecided=len(asked) - len(common),
        change_low=low,
        change_high=high,
    )


def _means(trials: Iterable[Trial]) -> dict[str, float]:
    grouped: dict[str, list[bool]] = defaultdict(list)
    undecided: set[str] = set()
    for trial in trials:
        if trial.success is None:
            undecided.add(trial.sample)
        else:
            grouped[trial.sample].append(trial.success)
    return {sample: _mean([float(x) for x in scores]) for sample, scores in grouped.items() if sample not in undecided}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _interval(changes: Sequence[float]) -> tuple[float, float]:
    if len(changes) < 2:
        return (-1.0, 1.0)
    mean = _mean(changes)
    variance = sum((change - mean) ** 2 for change in changes) / (len(changes) - 1)
    half = 1.96 * sqrt(variance / len(changes))
    return (max(mean - half, -1.0), min(mean + half, 1.0))
