"""How well having a finding tells which episodes failed, with intervals: few episodes prove little."""

from collections.abc import Iterable
from typing import NamedTuple

from analyzers.fisher import fisher_greater
from analyzers.intervals import Interval, wilson


class Prediction(NamedTuple):
    """Counts over episodes: all, those that failed, those with a finding, and those with both."""

    episodes: int
    failed: int
    flagged: int
    hits: int

    @property
    def base_rate(self) -> float:
        """Share of all episodes that failed, 0-1: the precision of flagging at random."""
        return _share(self.failed, self.episodes)

    @property
    def precision(self) -> float:
        """Share of the flagged episodes that failed, 0-1; 0 when none is flagged."""
        return _share(self.hits, self.flagged)

    @property
    def recall(self) -> float:
        """Share of the failed episodes that are flagged, 0-1; 0 when none failed."""
        return _share(self.hits, self.failed)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 0-1."""
        return _share(2 * self.hits, self.flagged + self.failed)

    @property
    def always_f1(self) -> float:
        """F1 of flagging every episode, 0-1."""
        return _share(2 * self.failed, self.episodes + self.failed)

    @property
    def lift(self) -> float:
        """Precision over base rate; 1 is no better than chance, 0 when there is nothing to compare."""
        return self.precision / self.base_rate if self.base_rate else 0.0

    @property
    def precision_interval(self) -> Interval:
        """Wilson's 95% interval of the precision."""
        return wilson(self.hits, self.flagged)

    @property
    def recall_interval(self) -> Interval:
        """Wilson's 95% interval of the recall."""
        return wilson(self.hits, self.failed)

    @property
    def p_value(self) -> float:
        """Fisher's exact test, one-sided: how often flags dealt out at random would hit as many failures or more."""
        missed = self.failed - self.hits
        return fisher_greater(self.hits, self.flagged, missed, self.episodes - self.flagged)


def predict(outcomes: Iterable[tuple[bool, bool]]) -> Prediction:
    """Return the counts over (flagged, failed) of every episode."""
    pairs = list(outcomes)
    return Prediction(
        episodes=len(pairs),
        failed=sum(failed for _, failed in pairs),
        flagged=sum(flagged for flagged, _ in pairs),
        hits=sum(flagged and failed for flagged, failed in pairs),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
