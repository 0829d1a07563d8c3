"""S2, the confirmation: held-out cases in batches, looked at after each, until something is settled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ace.cycle.judging.bench import Arms, Bench, Tried, both
from ace.cycle.judging.serving import Serving, by_case, serving
from ace.evaluation.estimate import Batch, Estimate, effect_estimate
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.paired import Paired, pair
from ace.evaluation.verdict import HeldOut, Look, is_undecided, judge_held_out, look_at
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample


@dataclass(frozen=True)
class Confirmation:
    """What held-out samples said: the verdict, every look, and all trials looked at. `stopped`: a ceiling's name.

    `rules`: the bars it was held to. `estimate_cases`: decided cases of the further batch behind `estimate`, 0 without
    one; no other field holds anything of that batch.
    """

    judged: HeldOut
    paired: Paired
    looks: tuple[Look, ...]
    tried: Tried
    samples: tuple[Sample, ...]
    rules: GateRules
    stopped: str = ""
    estimate: Estimate | None = None
    estimate_cases: int = 0


async def confirm(bench: Bench, after_rules: tuple[Rule, ...], name: str, proposal: str) -> Confirmation:
    """Return what the held-out samples say of `after_rules`.

    A batch that a ceiling cut short is not looked at. Where errors leave too little to look at, no batch follows.
    """
    specs = both(bench.sealed_base, after_rules)
    rules = bars_of(bench, proposal)
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
        looks.append(look_at(paired, rules))
        if looks[-1].step != "go on" or is_undecided(paired):
            break
    judged = judge_held_out(paired, looks, rules)
    estimate = estimate_of(looks, rules)
    return Confirmation(judged, paired, tuple(looks), tried, tuple(used), rules, stopped, estimate)


async def estimate_further(
    bench: Bench, held: Confirmation, after_rules: tuple[Rule, ...], name: str, proposal: str
) -> Confirmation:
    """Return `held` with its estimate made by a further batch of `gate.estimate_batch` cases that decides nothing.

    As it was where fewer cases are left, a ceiling cuts the batch short, or errors leave too little of it: the
    estimate then is the one by looks.
    """
    looked_at = {sample.case for sample in held.samples}
    left = by_case(may_serve(bench, proposal).samples, bench.run.record.seed)
    fresh = [samples for samples in left if samples[0].case not in looked_at][: bench.gate.estimate_batch]
    if not fresh or len(fresh) < bench.gate.estimate_batch:
        return held
    samples = tuple(sample for one in fresh for sample in one)
    if bench.hooks.ledger is not None:
        bench.hooks.ledger.used(proposal, samples)
    specs = both(bench.sealed_base, after_rules)
    tried = await bench.try_arms(Arms(specs, samples, f"{name}, held-out batch for the estimate: before and after"))
    paired = pair(tried.before, tried.after)
    if tried.stopped or is_undecided(paired):
        return held
    further = Batch(paired.fixed, paired.broke, paired.cases)
    estimate = effect_estimate([*batches_of(held.looks), further], held.rules)
    return replace(held, estimate=estimate, estimate_cases=paired.cases)


def bars_of(bench: Bench, proposal: str) -> GateRules:
    """Return the bars of one confirmation: the e-value it needs is the ledger's to say, where one is kept."""
    ledger = bench.hooks.ledger
    return bench.rules if ledger is None else replace(bench.rules, confirm_e=ledger.needed_e(proposal))


def estimate_of(looks: Sequence[Look], rules: GateRules) -> Estimate | None:
    """Return the effect on held-out cases, None when no case was decided."""
    batches = batches_of(looks)
    return effect_estimate(batches, rules) if batches else None


def batches_of(looks: Sequence[Look]) -> list[Batch]:
    """Return the votes of each batch; one of errors alone decided no case and is left out."""
    batches, seen = list[Batch](), Look(0, 0, 0, 1.0, "go on")
    for look in looks:
        if look.cases > seen.cases:
            batches.append(Batch(look.fixed - seen.fixed, look.broke - seen.broke, look.cases - seen.cases))
        seen = look
    return batches


def may_serve(bench: Bench, proposal: str) -> Serving:
    """Return the held-out samples that a confirmation of `proposal` may use."""
    ledger = bench.hooks.ledger
    return serving(bench.sealed if ledger is None else ledger.usable(bench.sealed, proposal), bench.gate)


def held_out_batches(bench: Bench, proposal: str) -> Iterator[tuple[Sample, ...]]:
    """Yield the held-out samples that may serve, a batch of cases at a time, at most `gate.most` cases."""
    yield from case_batches(may_serve(bench, proposal).samples, bench.run.record.seed, bench.rules)


def case_batches(samples: Sequence[Sample], seed: int, rules: GateRules) -> Iterator[tuple[Sample, ...]]:
    """Yield `samples` in batches of whole cases, in an order of cases that follows from `seed` and their names."""
    order = by_case(samples, seed)[: rules.most]
    for start in range(0, len(order), rules.batch):
        yield tuple(sample for one in order[start : start + rules.batch] for sample in one)
