"""How many episodes each stage of a cycle runs. Pure.

What is counted is what a cycle without an infrastructure error runs: the arm under the rules as they are is run once
for all drafts, and the run's own trials are a part of it. Not counted: a must-pass sample that seems broken is tried
up to five times a side, and tidying drafts are also tried on must-pass samples. Counted though it may cost nothing: a
rule that is due to be left out again and turns out silent, or is deleted by a draft that is judged on the same arm.
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ace.config.settings import GateSettings, RunSettings
from ace.cycle.judging.bench import ADVISORY_SAMPLES
from ace.cycle.judging.serving import Serving, by_case, serving
from ace.cycle.run_samples import choose
from runtime.contracts.sample import Sample, Split

Name: TypeAlias = Literal["run", "re-test", "screen", "held-out", "estimate", "must pass", "control"]


class Used(NamedTuple):
    """Samples and cases of a split: those there are, and those of them that a cycle uses."""

    split: Split
    samples: int
    cases: int
    used_samples: int
    used_cases: int


class Stage(NamedTuple):
    """Episodes of one stage: `before` once for all drafts, `after` for each draft that comes to it.

    `is_for_passed`: only drafts that pass the screen come to it.
    """

    name: Name
    samples: int
    cases: int
    before: int
    after: int
    is_for_passed: bool

    def episodes(self, drafts: int, passed: int) -> int:
        """Return the episodes with so many drafts, of which `passed` pass the screen, at most."""
        those = passed if self.is_for_passed else drafts
        if self.name in ("run", "re-test"):
            return self.before
        return self.before + those * self.after if those else 0


class Pools(NamedTuple):
    """The samples that may serve in each split; `sealed` without the used up and those kept in the vault."""

    dev: Sequence[Sample]
    sealed: Sequence[Sample]
    must_pass: Sequence[Sample]


class Layout(NamedTuple):
    """What is used of each split, the stages in order, and the cases that screen and confirmation vote with.

    `serving`: the held-out samples that one confirmation may use; where they are too few to confirm, none is used.
    """

    splits: tuple[Used, ...]
    stages: tuple[Stage, ...]
    screen_cases: int
    held_out_cases: int
    serving: Serving


class KeptRun(NamedTuple):
    """A run that is there: ids of its samples, and of how many trials it can spare judging the side before."""

    samples: frozenset[str]
    trials: int


def lay_out(pools: Pools, run: RunSettings, gate: GateSettings, kept: KeptRun | None = None, due: int = 0) -> Layout:
    """Return the stages of a cycle over `pools`, or those of judging the drafts of a run that is `kept`.

    `due`: accepted rules that the cycle leaves out again, each on the samples it ran and with as many trials.
    """
    ran = _ran(pools, run, kept)
    screened = choose(ran, (), ADVISORY_SAMPLES) if gate.profile == "advisory" else ran
    uses_sealed = gate.profile == "strict" and gate.sealed
    found = serving(pools.sealed, gate)
    # In which order a cycle takes cases follows from its seed, so this order stands for any.
    cases = by_case(found.samples, 0) if uses_sealed and found.can_confirm else []
    held_out, left = _joined(cases[: gate.most]), cases[gate.most :][: gate.estimate_batch]
    guarded = choose(pools.must_pass, (), gate.must_pass_limit) if gate.profile != "advisory" else ()
    more = max(0, gate.trials - (kept.trials if kept else run.trials))
    side = gate.trials
    stages = [
        Stage("run", len(ran), cases_in(ran), len(ran) * run.trials, 0, False),
        Stage("re-test", len(ran) if due else 0, cases_in(ran), due * len(ran) * run.trials, 0, False),
        Stage("screen", len(screened), cases_in(screened), len(screened) * more, len(screened) * side, False),
        _sides("held-out", held_out, side),
        # Within gate.most the batch for the estimate takes what a confirmation that used all of it would have taken.
        _sides("estimate", _joined(left) if len(left) == gate.estimate_batch else (), side),
        _sides("must pass", guarded, side),
    ][2 if kept else 0 :]
    if gate.profile == "strict" and gate.control:
        stages.append(Stage("control", len(ran), cases_in(ran), 0, len(ran) * side, True))
    splits = (
        _used("dev", pools.dev, ran),
        _used("sealed", pools.sealed, held_out),
        _used("must_pass", pools.must_pass, guarded),
    )
    in_order = tuple(stage for stage in stages if stage.samples)
    return Layout(splits, in_order, cases_in(screened), cases_in(held_out), found)


def cases_in(samples: Collection[Sample]) -> int:
    """Return how many cases `samples` are of."""
    return len({sample.case for sample in samples})


def _ran(pools: Pools, run: RunSettings, kept: KeptRun | None) -> tuple[Sample, ...]:
    if kept is None:
        return choose(pools.dev, (), run.limit)
    return tuple(sample for sample in pools.dev if sample.id in kept.samples)


def _joined(cases: Sequence[tuple[Sample, ...]]) -> tuple[Sample, ...]:
    return tuple(sample for one in cases for sample in one)


def _sides(name: Name, samples: Sequence[Sample], side: int) -> Stage:
    return Stage(name, len(samples), cases_in(samples), len(samples) * side, len(samples) * side, True)


def _used(split: Split, there: Sequence[Sample], used: Sequence[Sample]) -> Used:
    return Used(split, len(there), cases_in(there), len(used), cases_in(used))
