"""What leaving out a rule, or two, says of it: the word, and the figures it rests on. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from ace.evaluation.paired import Paired, pair
from ace.evaluation.score import Trial, finding_rate
from ace.evaluation.sign_test import e_value
from ace.evaluation.verdict import FUTILE_CASES, is_undecided
from ace.text.counted import counted

SHOWN_E = 20.0
"""From this e-value on the votes are taken for shown: a rule that does nothing gets there with probability 1/20."""

RuleWord: TypeAlias = Literal[
    "carries weight",
    "harmful",
    "dead",
    "unclear",
    "silent",
    "safety",
    "tried in part",
    "not tried",
    "undecided: infrastructure",
]
PairWord: TypeAlias = Literal[
    "stand in for each other",
    "only work together",
    "add up",
    "better without both",
    "unclear",
    "tried in part",
    "not tried",
    "undecided: infrastructure",
]
# A ceiling ended it: asked again, it goes on.
UNFINISHED = frozenset({"tried in part", "not tried"})


class Rate(NamedTuple):
    """Share of decided trials with the failure `name`, 0-1, without the rule and with it."""

    name: str
    without: float
    with_it: float


@dataclass(frozen=True)
class Trials:
    """Votes of cases from without (before) to with (after): `fixed` cases are better with the rule.

    `e_helps` is the evidence that the rule helps, `e_hurts` that leaving it out helps; 1 is none. `target`: breaches of
    the rule as it judges them, None for a rule in words only. `most_changed`: of all other failures the one whose rate
    moved most, None when none did. `arm`: id of the arm without the rule; `calls`: model calls made for it now.
    """

    paired: Paired
    e_helps: float
    e_hurts: float
    target: Rate | None
    most_changed: Rate | None
    arm: str
    calls: int

    @property
    def change(self) -> float:
        """Success with the rule less without it, -1 to 1."""
        return self.paired.after - self.paired.before


@dataclass(frozen=True)
class RuleWeight:
    """What is said of one rule, and why. `spoke`: decisions its condition spoke on; None where it has none."""

    rule: str
    word: RuleWord
    reason: str
    spoke: int | None = None
    trials: Trials | None = None


@dataclass(frozen=True)
class PairWeight:
    """What is said of two rules left out at once."""

    rules: tuple[str, str]
    word: PairWord
    reason: str
    trials: Trials | None = None


def compare(without: Sequence[Trial], with_it: Sequence[Trial], target: str, arm: str, calls: int) -> Trials:
    """Return the figures of an arm without a rule beside the arm with all. `target`: a failure's name, or empty."""
    paired = pair(without, with_it)
    names = {name for trial in (*without, *with_it) for name in trial.findings} - {target}
    rates = [_rate(name, without, with_it) for name in sorted(names)]
    moved = max(rates, key=lambda rate: abs(rate.with_it - rate.without), default=None)
    return Trials(
        paired=paired,
        e_helps=e_value(paired.fixed, paired.broke),
        e_hurts=e_value(paired.broke, paired.fixed),
        target=_rate(target, without, with_it) if target else None,
        most_changed=moved if moved is not None and moved.with_it != moved.without else None,
        arm=arm,
        calls=calls,
    )


def weigh(trials: Trials) -> tuple[RuleWord, str]:
    """Return the word for a rule that was left out, and the reason."""
    paired = trials.paired
    if is_undecided(paired):
        return "undecided: infrastructure", _unfinished(paired)
    if trials.e_helps >= SHOWN_E:
        return "carries weight", f"{_votes(trials)}; e-value {trials.e_helps:.3g} that it helps."
    if trials.e_hurts >= SHOWN_E:
        return (
            "harmful",
            f"Leaving it out is better: {_votes(trials)}; e-value {trials.e_hurts:.3g} against it. Delete or mend it.",
        )
    if paired.fixed + paired.broke == 0 and paired.cases >= FUTILE_CASES:
        return "dead", f"None of {paired.cases} cases changed without it."
    return (
        "unclear",
        f"{_votes(trials)}; e-value {trials.e_helps:.3g} that it helps, {trials.e_hurts:.3g} against; "
        f"{SHOWN_E:g} would show it.",
    )


def changes_nothing(weight: RuleWeight) -> bool:
    """Return True for a rule that was left out without anything to show for it: its interval holds no change."""
    if weight.trials is None or weight.word not in ("unclear", "dead"):
        return False
    return weight.trials.paired.change_low <= 0 <= weight.trials.paired.change_high


def weigh_pair(trials: Trials, first: RuleWeight, second: RuleWeight) -> tuple[PairWord, str]:
    """Return the word for two rules that were left out at once, after each was left out alone."""
    if is_undecided(trials.paired):
        return "undecided: infrastructure", _unfinished(trials.paired)
    if first.word == second.word == "carries weight":
        alone = [one.trials.change for one in (first, second) if one.trials is not None]
        loss = f"without both {trials.change:+.1%} is lost, without one {' or '.join(f'{it:+.1%}' for it in alone)}"
        if trials.change <= max(alone):
            return "only work together", f"By the estimates {loss}: neither does anything without the other."
        return "add up", f"By the estimates {loss}."
    if trials.e_helps >= SHOWN_E:
        return (
            "stand in for each other",
            f"Either may go, not both: {_votes(trials)}; e-value {trials.e_helps:.3g} that they help.",
        )
    if trials.e_hurts >= SHOWN_E:
        return "better without both", f"{_votes(trials)}; e-value {trials.e_hurts:.3g} against them."
    return "unclear", f"{_votes(trials)}; e-value {trials.e_helps:.3g} that they help."


def _rate(name: str, without: Sequence[Trial], with_it: Sequence[Trial]) -> Rate:
    return Rate(name, finding_rate(without, name), finding_rate(with_it, name))


def _votes(trials: Trials) -> str:
    paired = trials.paired
    better = f"{counted(paired.fixed, 'case')} better with it"
    return f"{better}, {paired.broke} worse, of {paired.cases} ({counted(paired.n, 'sample')})"


def _unfinished(paired: Paired) -> str:
    return f"{paired.undecided} of {paired.n + paired.undecided} samples could not be run to an end on both sides."
