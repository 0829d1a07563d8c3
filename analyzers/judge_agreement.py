"""Does a judge agree with people? Figures with intervals, drift, and a verdict in words."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from analyzers.intervals import Interval, share_difference, wilson
from analyzers.kappa import Confusion, kappa
from runtime.contracts.json_types import JsonObject

Usable: TypeAlias = Literal["usable", "under floor", "drifted"]
DRIFT_P = 0.05
MIN_SHARED = 20


class Pair(NamedTuple):
    """One item: its id, whether people call it failing, and whether the judge does (None: no usable answer)."""

    item: str
    human: bool
    judge: bool | None


@dataclass(frozen=True)
class Floor:
    """What a judge must reach: `kappa`, `precision` and `recall` with their lower 95% bounds.

    `unusable`: largest share of unusable answers (0-1). `items`, `each_label`: fewest labelled items, in all and of
    either label.
    """

    kappa: float = 0.4
    precision: float = 0.7
    recall: float = 0.5
    unusable: float = 0.1
    items: int = 40
    each_label: int = 10


@dataclass(frozen=True)
class Agreement:
    """Figures of `n` items, each with its 95% interval; all 0-1 but kappa (-1 to 1). Value None: undefined.

    An answer that cannot be used makes no finding, so it stands on the judge's passing side.
    """

    n: int
    unusable: int
    confusion: Confusion
    agreement: Interval
    kappa: Interval
    precision: Interval
    recall: Interval

    @property
    def failing(self) -> int:
        """Items that people call failing."""
        return self.confusion.true_positives + self.confusion.false_negatives

    def to_json(self) -> JsonObject:
        """Return counts and figures as a JSON object."""
        figures = {name: getattr(self, name)._asdict() for name in ("agreement", "kappa", "precision", "recall")}
        counts: JsonObject = {"n": self.n, "failing": self.failing, "unusable": self.unusable}
        return {**counts, "confusion": self.confusion._asdict(), **figures}


@dataclass(frozen=True)
class Drift:
    """The judge's errors now against those at its last calibration.

    On `shared` items: `worse` were right and are wrong now, `better` the reverse, `p_value` McNemar's exact two-sided.
    With too few shared items `p_value` is None and `change` compares the two agreements as independent shares.
    """

    shared: int
    worse: int
    better: int
    p_value: float | None
    change: Interval

    @property
    def is_worse(self) -> bool:
        """True when the judge has clearly become worse."""
        if self.p_value is not None:
            return self.worse > self.better and self.p_value < DRIFT_P
        return self.change.value is not None and self.change.high < 0

    def to_json(self) -> JsonObject:
        """Return the comparison as a JSON object."""
        counts: JsonObject = {"shared": self.shared, "worse": self.worse, "better": self.better}
        return {**counts, "p_value": self.p_value, "change": self.change._asdict(), "is_worse": self.is_worse}


class JudgeVerdict(NamedTuple):
    """Whether a judge may be used, and why, in plain words."""

    verdict: Usable
    reason: str


def agreement(pairs: Sequence[Pair]) -> Agreement:
    """Return how the judge's answers agree with people's labels. Sources: Wilson's interval; for kappa see `kappa`."""
    tp = sum(pair.human and pair.judge is True for pair in pairs)
    fp = sum(not pair.human and pair.judge is True for pair in pairs)
    fn = sum(pair.human and pair.judge is not True for pair in pairs)
    tn = len(pairs) - tp - fp - fn
    counts = Confusion(tp, fp, fn, tn)
    return Agreement(
        n=len(pairs),
        unusable=sum(pair.judge is None for pair in pairs),
        confusion=counts,
        agreement=wilson(tp + tn, len(pairs)),
        kappa=kappa(counts),
        precision=wilson(tp, tp + fp),
        recall=wilson(tp, tp + fn),
    )


def drift(before: Sequence[Pair], now: Sequence[Pair]) -> Drift:
    """Return how the judge's errors changed between two calibrations. An unusable answer is an error.

    Sources: McNemar's exact test on the items both have with the same label from people, 20 at least; else Newcombe's
    1998 interval of the difference of two independent shares, now minus before.
    """
    was: Mapping[tuple[str, bool], bool] = {(pair.item, pair.human): pair.judge is pair.human for pair in before}
    both = [(was[pair.item, pair.human], pair.judge is pair.human) for pair in now if (pair.item, pair.human) in was]
    worse = sum(then and not after for then, after in both)
    better = sum(after and not then for then, after in both)
    change = share_difference(_right(now), _right(before))
    p_value = mcnemar(worse, better) if len(both) >= MIN_SHARED else None
    return Drift(len(both), worse, better, p_value, change)


def mcnemar(worse: int, better: int) -> float:
    """Return McNemar's exact two-sided p-value: twice the binomial tail of the rarer change, at most 1."""
    n, k = worse + better, min(worse, better)
    tail = sum(math.comb(n, i) for i in range(k + 1))
    return min(1.0, tail / (1 << n) * 2)


def _right(pairs: Sequence[Pair]) -> tuple[int, int]:
    return sum(pair.judge is pair.human for pair in pairs), len(pairs)


def judge_verdict(found: Agreement, floor: Floor, moved: Drift | None = None) -> JudgeVerdict:
    """Return whether a judge of these figures may be used. Too few labels, or a figure under its floor: it may not."""
    if moved is not None and moved.is_worse:
        return JudgeVerdict("drifted", _drift_words(moved))
    short = _short_of(found, floor)
    if short:
        return JudgeVerdict("under floor", "; ".join(short))
    return JudgeVerdict(
        "usable",
        f"on {found.n} items people labelled, kappa {_shown(found.kappa)}, precision {_shown(found.precision)} and "
        f"recall {_shown(found.recall)} stand above their floors with the whole interval",
    )


def _short_of(found: Agreement, floor: Floor) -> list[str]:
    passing = found.n - found.failing
    short: list[str] = []
    if found.n < floor.items:
        short.append(f"{found.n} labelled items, {floor.items} are needed")
    if min(found.failing, passing) < floor.each_label:
        short.append(f"{found.failing} failing and {passing} passing labels, {floor.each_label} of each are needed")
    if found.n and found.unusable / found.n > floor.unusable:
        short.append(f"{found.unusable} of {found.n} answers could not be used, at most {floor.unusable:.0%} may")
    for name in ("kappa", "precision", "recall"):
        figure, least = getattr(found, name), getattr(floor, name)
        if figure.value is None:
            short.append(f"{name} is undefined, its lower bound must reach {least:g}")
        elif figure.low < least:
            short.append(f"{name} {_shown(figure)}, its lower bound must reach {least:g}")
    return short


def _drift_words(moved: Drift) -> str:
    if moved.p_value is not None:
        return (
            f"of {moved.shared} items asked before, {moved.worse} that were right are wrong now and {moved.better} the "
            f"other way round; chance alone would do that with probability {moved.p_value:.2g}"
        )
    return f"agreement changed by {_shown(moved.change)} since the last calibration, on other items"


def _shown(figure: Interval) -> str:
    return "undefined" if figure.value is None else f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"
