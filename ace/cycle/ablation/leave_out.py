"""Arms without some rules, beside the arm with all of them, which is run once and kept."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from ace.cycle.ablation.plan import Planned
from ace.cycle.ablation.weight import PairWeight, RuleWeight, Trials, compare, weigh, weigh_pair
from ace.cycle.judging.bench import Arms, Bench
from ace.cycle.run_samples import choose
from ace.evaluation.arms import ArmSpec, read_arm, with_rules
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample


@dataclass(frozen=True)
class Tried:
    """Figures of one try. `missing`: episodes still to run on both sides, of `asked`; `stopped`: the ceiling, empty
    when none. `begun`: episodes of the side without the rules that are kept."""

    trials: Trials
    missing: int
    asked: int
    begun: int
    stopped: str

    @property
    def word(self) -> Literal["tried in part", "not tried"]:
        """What a try that a ceiling ended is called."""
        return "tried in part" if self.begun else "not tried"


class LeaveOut:
    """One ablation: the same samples, seeds and tool results for every rule that is left out."""

    def __init__(self, bench: Bench, limit: int | None) -> None:
        self.bench = bench
        self.samples: tuple[Sample, ...] = choose(bench.dev, (), limit)
        # Samples that are gone are undecided on both sides; with a limit they were not chosen in the first place.
        self.removed = () if limit is not None else bench.removed

    @property
    def base(self) -> ArmSpec:
        """The arm of all rules in force."""
        return self.bench.base

    def without(self, gone: Collection[str]) -> ArmSpec:
        """Return the arm without the rules of these ids."""
        return with_rules(self.base, tuple(rule for rule in self.base.rules if rule.id not in gone))

    def missing(self, spec: ArmSpec) -> int:
        """Return how many episodes of an arm are still to be run."""
        done = read_arm(spec, self.bench.store).done
        return sum((one.id, trial) not in done for one in self.samples for trial in range(spec.trials))

    def missing_without(self, rule: Rule) -> int:
        """Return how many episodes are to be run to leave out one rule."""
        return self.missing(self.without({rule.id}))

    async def rule(self, planned: Planned) -> RuleWeight:
        """Return what is said of a rule that is left out."""
        rule = planned.rule
        tried = await self._try((rule.id,), f"rule:{rule.id}" if rule.is_checked else "")
        if tried.stopped:
            return RuleWeight(rule.id, tried.word, _cut_short(tried), planned.spoke)
        word, reason = weigh(tried.trials)
        return RuleWeight(rule.id, word, reason, planned.spoke, tried.trials)

    async def pair(self, first: RuleWeight, second: RuleWeight) -> PairWeight:
        """Return what is said of two rules that are left out at once."""
        ids = (first.rule, second.rule)
        tried = await self._try(ids, "")
        if tried.stopped:
            return PairWeight(ids, tried.word, _cut_short(tried))
        word, reason = weigh_pair(tried.trials, first, second)
        return PairWeight(ids, word, reason, tried.trials)

    async def _try(self, gone: tuple[str, ...], target: str) -> Tried:
        before = self.bench.spent
        specs = (self.without(gone), self.base)
        name = f"without {' and '.join(gone)}"
        tried = await self.bench.try_arms(Arms(specs, self.samples, name, target, self.removed))
        calls = self.bench.spent.minus(before).model_calls
        trials = compare(tried.before, tried.after, target, specs[0].key, calls)
        if not tried.stopped:
            return Tried(trials, 0, 0, 0, "")
        each = len(self.samples) * self.base.trials
        left = [self.missing(spec) for spec in specs]
        return Tried(trials, sum(left), 2 * each, each - left[0], tried.stopped)


def _cut_short(tried: Tried) -> str:
    return (
        f"Stopped at the ceiling of {tried.stopped}; {tried.missing} of {tried.asked} episodes are to be run, the "
        "others are kept."
    )
