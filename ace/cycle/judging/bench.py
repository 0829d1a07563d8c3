"""What every draft of one judging shares: the agent, the reviewed rules, the samples, the store, and what was spent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic

from ace.cycle.development_pool import development_pool
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.run_samples import arm_spec, choose
from ace.evaluation.arms import ArmSpec, ArmStore, with_rules
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.run_arms import run_arms
from ace.evaluation.score import Trial, removed_trials, score_episodes, with_missing
from ace.evaluation.usage import Ceilings, Usage, ceiling_reached, usage_of
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.ports import AgentUnderTest
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode

ADVISORY_SAMPLES = 30


@dataclass(frozen=True)
class Tried:
    """One try of several arms: scored trials and episodes of each, in the order of the arms.

    `fresh`: ids of the episodes run now. `stopped`: the ceiling that was reached, empty when none was. `gave_up`: the
    last error, where errors in a row ended the run.
    """

    trials: tuple[tuple[Trial, ...], ...]
    episodes: tuple[tuple[Episode, ...], ...]
    fresh: frozenset[str] = frozenset()
    stopped: str = ""
    gave_up: str = ""

    @property
    def before(self) -> tuple[Trial, ...]:
        """The trials of the first arm."""
        return self.trials[0]

    @property
    def after(self) -> tuple[Trial, ...]:
        """The trials of the second arm."""
        return self.trials[1]

    def joined(self, other: "Tried") -> "Tried":
        """Return both tries of the same arms as one."""
        return Tried(
            tuple((*mine, *theirs) for mine, theirs in zip(self.trials, other.trials, strict=True)),
            tuple((*mine, *theirs) for mine, theirs in zip(self.episodes, other.episodes, strict=True)),
            self.fresh | other.fresh,
            other.stopped,
            other.gave_up,
        )


@dataclass(frozen=True)
class Arms:
    """Arms on the same samples. `name`: what is told of them; `target`: the failure to count.

    `removed`: samples that were to be run and are no longer there, with their cases: undecided on every side.
    """

    specs: tuple[ArmSpec, ...]
    samples: tuple[Sample, ...]
    name: str
    target: str = ""
    removed: tuple[tuple[str, str], ...] = ()


class Bench:
    """One judging: the same samples, seeds and tool results for every draft."""

    def __init__(
        self, session: Session, agent: AgentUnderTest, run: LoadedRun, rules: tuple[Rule, ...], hooks: JudgeHooks
    ) -> None:
        self.session, self.agent, self.run, self.reviewed, self.hooks = session, agent, run, rules, hooks
        self.gate = session.settings.gate
        self.rules = GateRules(alpha=self.gate.alpha, batch=self.gate.batch, most=self.gate.most)
        all_dev = development_pool(session, run.record.samples)
        self.base = arm_spec(session, rules, all_dev, run.record.seed)
        self.dev, self.removed = self._development(all_dev)
        self.store = ArmStore(session.workspace.arms, {run.record.arm: run.episodes}, self._ran)
        self.spent = Usage()
        self.started = monotonic()
        self.ceilings = Ceilings(
            self.gate.max_calls,
            self.gate.max_tokens,
            self.gate.max_cost_usd,
            self.gate.max_minutes,
            flags_in(session.origins),
        )

    @cached_property
    def sealed(self) -> tuple[Sample, ...]:
        """The held-out samples, all of them."""
        return self.session.samples("sealed")[0]

    @cached_property
    def sealed_base(self) -> ArmSpec:
        """The arm of the reviewed rules on held-out samples."""
        return arm_spec(self.session, self.reviewed, self.sealed, self.run.record.seed)

    @cached_property
    def must_pass(self) -> tuple[Sample, ...]:
        """The must-pass samples, all of them."""
        return self.session.samples("must_pass")[0]

    @cached_property
    def must_pass_base(self) -> ArmSpec:
        """The arm of the reviewed rules on must-pass samples."""
        return arm_spec(self.session, self.reviewed, self.must_pass, self.run.record.seed)

    async def try_arms(self, arms: Arms) -> Tried:
        """Return the arms' trials on the samples, run side by side; whatever was not run is undecided."""
        count = arms.specs[0].trials
        if self.hooks.arm is not None:
            self.hooks.arm(arms.name, len(arms.samples) * count * len(arms.specs))
        run = await run_arms(self.agent, arms.specs, arms.samples, self.store, self.reached)
        # A failure that is the breach of a rule is counted by the rule as reviewed, on every side alike.
        checked = [rule for rule in self.reviewed if f"rule:{rule.id}" == arms.target]
        gone = removed_trials(dict(arms.removed), count)
        trials = tuple(
            (*with_missing(score_episodes(found, self.gate.success_severity, checked), arms.samples, count), *gone)
            for found in run.episodes
        )
        return Tried(trials, run.episodes, run.fresh, run.stopped, run.gave_up)

    def reached(self) -> str:
        """Return the ceiling that is reached, empty when none is."""
        return ceiling_reached(self.ceilings, self.spent, (monotonic() - self.started) / 60)

    def _development(self, all_dev: Sequence[Sample]) -> tuple[tuple[Sample, ...], tuple[tuple[str, str], ...]]:
        """Return the run's samples that are still there, and the id and case of those that are not."""
        wanted = dict.fromkeys(self.run.record.samples, "")
        wanted.update((e.header.sample, e.header.case) for e in self.run.episodes if e.header.sample in wanted)
        kept = tuple(sample for sample in all_dev if sample.id in wanted)
        gone = wanted.keys() - {sample.id for sample in kept}
        if self.gate.profile == "advisory":
            kept = choose(kept, (), ADVISORY_SAMPLES)
        # A sample the run never reached is a case of its own.
        return kept, tuple((name, wanted[name] or name) for name in sorted(gone))

    def _ran(self, episode: Episode) -> None:
        self.spent = self.spent.plus(usage_of((episode,)))
        if self.hooks.episode is not None:
            self.hooks.episode(episode)


def flags_in(origins: Mapping[str, str]) -> frozenset[str]:
    """Return the settings that the command line gave. `origins`: where each setting came from."""
    return frozenset(name for name, origin in origins.items() if origin == "flag")


def with_trials(spec: ArmSpec, trials: int) -> ArmSpec:
    """Return the same arm with so many trials a sample."""
    return replace(spec, trials=trials)


def both(base: ArmSpec, after: tuple[Rule, ...]) -> tuple[ArmSpec, ArmSpec]:
    """Return the arm under the rules as they are, and the one under `after`."""
    return base, with_rules(base, after)
