"""Pairs: the same samples, seeds and tool results before and after.

The unit of a vote is a case: students of one case share image, question and answer, so they are not independent.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal, TypeAlias

from ace.evaluation.score import Trial

Metric: TypeAlias = Literal["success", "solved"]


@dataclass(frozen=True)
class Paired:
    """Votes of cases. `fixed` (b) and `broke` (c) count cases whose mean over their `n` samples' trials rose or fell.

    `undecided` counts samples with an error, or without the same trials, on either side: they have no part in a vote.
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
    cases: int = 0


@dataclass(frozen=True)
class SampleChange:
    """One sample that both arms decided: its mean score over its trials on either side, 0-1."""

    sample: str
    case: str
    before: float
    after: float

    @property
    def change(self) -> float:
        """After less before, -1 to 1."""
        return self.after - self.before


def sample_changes(
    before: Sequence[Trial], after: Sequence[Trial], metric: Metric = "success"
) -> tuple[SampleChange, ...]:
    """Return the samples whose trials both arms decided, all of them, and the same ones; by sample id.

    Raises: ValueError when a sample is of one case before and of another after: then these are not the same samples.
    """
    case_of: dict[str, str] = {}
    for trial in (*before, *after):
        if case_of.setdefault(trial.sample, trial.case) != trial.case:
            raise ValueError(
                f"sample {trial.sample} is of case {case_of[trial.sample]} and of case {trial.case}: the two arms ran "
                "different samples; run both anew on the samples as they are"
            )
    old, new = _scores(before, metric), _scores(after, metric)
    common = sorted(sample for sample in old.keys() & new.keys() if old[sample].keys() == new[sample].keys())
    return tuple(
        SampleChange(sample, case_of[sample], _mean(old[sample].values()), _mean(new[sample].values()))
        for sample in common
    )


def pair(before: Sequence[Trial], after: Sequence[Trial], metric: Metric = "success") -> Paired:
    """Return the votes of cases, over the samples whose trials both arms decided, all of them.

    `before` and `after` of the result are means over samples. The interval is 95%, over cases: the adjusted Wald
    interval for matched pairs, which adds half an observation to each of the four outcomes of a pair, so that three
    cases that agree are not taken for certainty.
    Raises: ValueError as `sample_changes`.
    Source: Agresti and Min 2005, Statistics in Medicine 24:729.
    """
    decided = sample_changes(before, after, metric)
    asked = {trial.sample for trial in (*before, *after)}
    changes = _by_case([item.case for item in decided], [item.change for item in decided])
    low, high = _interval(changes)
    change = _mean([item.change for item in decided])
    return Paired(
        n=len(decided),
        before=_mean([item.before for item in decided]),
        after=_mean([item.after for item in decided]),
        fixed=sum(change > 0 for change in changes),
        broke=sum(change < 0 for change in changes),
        undecided=len(asked) - len(decided),
        # The estimate weighs samples, the interval cases: an interval must hold its estimate all the same.
        change_low=min(low, change),
        change_high=max(high, change),
        cases=len(changes),
    )


def _by_case(cases: Sequence[str], changes: Sequence[float]) -> list[float]:
    """Return the mean change of each case."""
    grouped: dict[str, list[float]] = defaultdict(list)
    for case, change in zip(cases, changes, strict=True):
        grouped[case].append(change)
    return [_mean(values) for _, values in sorted(grouped.items())]


def _scores(trials: Sequence[Trial], metric: Metric) -> dict[str, dict[int, float]]:
    """Return the score of each trial of the samples without an undecided trial."""
    grouped: dict[str, dict[int, float]] = defaultdict(dict)
    values = [(trial, trial.success if metric == "success" else trial.solved) for trial in trials]
    undecided = {trial.sample for trial, value in values if value is None}
    for trial, value in values:
        if trial.sample not in undecided:
            grouped[trial.sample][trial.trial] = float(bool(value))
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
