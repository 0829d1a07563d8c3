"""Which bands of measurements are cut off: those with hardly a true case, as far as true cases may be lost. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analyzers.bands import Band, BandReport, Measure
from analyzers.intervals import Interval, wilson


@dataclass(frozen=True)
class BandChoice:
    """Which bands give a condition. `keeps`: the least share (0-1) of the true cases that the rule lets pass.

    That share holds for the rows the bands were made of: what each part cuts off is added up, as if no case were cut
    off twice. `parts`: how many measurements the rule may speak of. `is_cut`: where the budget of true cases is not
    used up by marked bands, cut further into measurements that tell true cases from false.
    """

    keeps: float = 0.9
    parts: int = 3
    is_cut: bool = True

    def __post_init__(self) -> None:
        if not 0 < self.keeps <= 1 or self.parts < 1:
            raise ValueError(f"keeps {self.keeps} and parts {self.parts}: give a share in (0, 1] and 1 part or more")


class Cut(NamedTuple):
    """The bands of one measurement that are cut off at its low or its high end, the outermost first."""

    measure: Measure
    cut_off: tuple[Band, ...]
    is_low: bool

    @property
    def n(self) -> int:
        """Cases that are cut off."""
        return sum(band.n for band in self.cut_off)

    @property
    def true(self) -> int:
        """True cases among them."""
        return sum(band.true for band in self.cut_off)

    @property
    def lost(self) -> float:
        """Share (0-1) of the measurement's true cases that are cut off."""
        return self.true / self.measure.true

    @property
    def share(self) -> Interval:
        """Share (0-1) of what is cut off that is true, Wilson 95%."""
        return wilson(self.true, self.n)


def choose_cuts(report: BandReport, measures: Sequence[Measure], choice: BandChoice) -> list[Cut]:
    """Return one cut a measurement and end, those of marked bands first, while the true cases lost are few enough."""
    left = 1 - choice.keeps + 1e-9
    chosen: list[Cut] = []
    marked = [cut for one in measures for cut in _marked(one)]
    for cut in sorted(marked, key=lambda cut: (cut.lost, -cut.n, cut.measure.name)):
        if len(chosen) < choice.parts and cut.lost <= left:
            chosen.append(cut)
            left -= cut.lost
    telling = [one for one in measures if _is_larger_true(one) is not None] if choice.is_cut else []
    for one in sorted(telling, key=lambda one: (-abs((one.auc.value or 0.5) - 0.5), one.name)):
        is_low = _is_larger_true(one) is True
        before = next((cut for cut in chosen if (cut.measure.name, cut.is_low) == (one.name, is_low)), None)
        best = _deepest(report, one, is_low, left + (before.lost if before else 0.0))
        if best is None or (before is None and len(chosen) >= choice.parts):
            continue
        if before is None:
            chosen.append(best)
        elif best.n > before.n:
            chosen[chosen.index(before)] = best
        else:
            continue
        left -= best.lost - (before.lost if before else 0.0)
    return chosen


def _marked(one: Measure) -> Iterator[Cut]:
    """Yield what is cut off at each end by the bands that are marked as poor in true cases, without a gap."""
    for is_low in (True, False):
        bands = one.bands if is_low else one.bands[::-1]
        stop = next((place for place, band in enumerate(bands) if band.mark != "few"), len(bands))
        if 0 < stop < len(bands):
            yield Cut(one, tuple(bands[:stop]), is_low)


def _deepest(report: BandReport, one: Measure, is_low: bool, may_lose: float) -> Cut | None:
    """Return the cut that takes off most at this end and loses no more than allowed, each band of it being poor."""
    bands = one.bands if is_low else one.bands[::-1]
    base = report.true / report.n
    best = None
    for stop in range(1, len(bands)):
        cut, last = Cut(one, tuple(bands[:stop]), is_low), bands[stop - 1]
        if cut.lost > may_lose or last.true >= base * last.n:
            break
        # One band may be too small to be sure of; what is cut off together counts.
        best = cut if cut.share.high < base else best
    return best


def _is_larger_true(one: Measure) -> bool | None:
    """Return whether larger numbers go with true cases, None where it cannot be said."""
    area, low, high = one.auc
    return None if area is None or low <= 0.5 <= high else area > 0.5
