"""S2, the confirmation: held-out cases in batches, looked at after each, until something is settled."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ace.cycle.judging.bench import Arms, Bench, Tried, both
from ace.cycle.run_samples import choose
from ace.evaluation.estimate import Batch, Estimate, effect_estimate
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.paired import Paired, pair
from ace.evaluation.verdict import HeldOut, Look, is_undecided, judge_held_out, look_at
from runtime.contracts.json_types import content_hash
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample


@dataclass(frozen=True)
class Confirmation:
    """What held-out samples said: the verdict, every look, and all trials looked at. `stopped`: a ceiling's name."""

    judged: HeldOut
    paired: Paired
    looks: tuple[Look, ...]
    tried: Tried
    samples: tuple[Sample, ...]
    stopped: str = ""
    estimate: Estimate | None = None


async def confirm(bench: Bench, after_rules: tuple[Rule, ...], name: str, proposal: str) -> Confirmation:
    """Return what the held-out samples say of `after_rules`.

    A batch that a ceiling cut short is not looked at. Where errors leave too little to look at, no batch follows.
    """
    specs = both(bench.sealed_base, after_rules)
    tried, looks, used = Tried(((), ()), ((), ())), list[Look](), list[Sample]()
    paired, stopped = pair((), ()), ""
    for number, samples in enumerate(held_out_batches(bench, proposal), 1):
        if bench.hooks.ledger is not None:
            bench.hooks.ledger.used(proposal, samples)
        part = await bench.try_arms(Arms(specs, samples, f"{name}, held-out batch {number}: before and after"))
        if part.stopped:
            stopped = part.stopped
            break
        tried, used = tried.joined(part), [*used, *samples]
        paired = pair(tried.before, tried.after)
        looks.append(look_at(paired, bench.rules))
        if looks[-1].step != "go on" or is_undecided(paired):
            break
    judged = judge_held_out(paired, looks, bench.rules)
    return Confirmation(judged, paired, tuple(looks), tried, tuple(used), stopped, estimate_of(looks, bench.rules))


def estimate_of(looks: Sequence[Look], rules: GateRules) -> Estimate | None:
    """Return the effect on held-out cases, None when no case was decided."""
    batches, seen = list[Batch](), Look(0, 0, 0, 1.0, "go on")
    for look in looks:
        # A batch of errors alone decides no case.
        if look.cases > seen.cases:
            batches.append(Batch(look.fixed - seen.fixed, look.broke - seen.broke, look.cases - seen.cases))
        seen = look
    return effect_estimate(batches, rules) if batches else None


def held_out_batches(bench: Bench, proposal: str) -> Iterator[tuple[Sample, ...]]:
    """Yield the held-out samples that may serve, a batch of cases at a time, at most `gate.most` cases."""
    ledger = bench.hooks.ledger
    usable = tuple(bench.sealed if ledger is None else ledger.usable(bench.sealed, proposal))
    chosen = choose(usable, (), bench.gate.sealed_limit)
    yield from case_batches(chosen, bench.run.record.seed, bench.rules)


def case_batches(samples: Sequence[Sample], seed: int, rules: GateRules) -> Iterator[tuple[Sample, ...]]:
    """Yield `samples` in batches of whole cases, in an order of cases that follows from `seed` and their names."""
    cases: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        cases[sample.case].append(sample)
    order = sorted(cases, key=lambda case: content_hash([seed, case]))[: rules.most]
    for start in range(0, len(order), rules.batch):
        yield tuple(sample for case in order[start : start + rules.batch] for sample in cases[case])
