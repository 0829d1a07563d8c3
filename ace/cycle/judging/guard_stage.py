"""S3, the guards: must-pass samples, slices, cost and latency of a draft that looks better."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.cycle.judging.bench import Arms, Bench, Tried, both, with_trials
from ace.cycle.run_samples import choose
from ace.evaluation.guards import MUST_PASS, Guard
from ace.evaluation.must_pass import SUSPECT_TRIALS, broken_samples, must_pass_guard
from ace.evaluation.overhead import cost_guard, episode_pairs, latency_guard
from ace.evaluation.score import Trial
from ace.evaluation.slices import Slice, measure_slices, slices_guard
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample


class Measured(NamedTuple):
    """Slices, and the guards that are counted from trials already run."""

    slices: tuple[Slice, ...]
    guards: tuple[Guard, ...]


async def guard_must_pass(bench: Bench, after_rules: tuple[Rule, ...], name: str) -> tuple[Guard, str]:
    """Return the must-pass guard, and the ceiling that kept it from being asked (empty when none did).

    A sample that seems broken is tried again, at least five times on either side in all, before it is called so.
    """
    if not bench.must_pass:
        return must_pass_guard((), ()), ""
    specs = both(bench.must_pass_base, after_rules)
    samples = choose(bench.must_pass, (), bench.gate.must_pass_limit)
    tried = await bench.try_arms(Arms(specs, samples, f"{name}, must pass: before and after"))
    before, after = tried.before, tried.after
    suspected = {item.sample for item in broken_samples(before, after)}
    if not tried.stopped and suspected and specs[0].trials < SUSPECT_TRIALS:
        again = tuple(sample for sample in samples if sample.id in suspected)
        more = tuple(with_trials(spec, SUSPECT_TRIALS) for spec in specs)
        tried = await bench.try_arms(Arms(more, again, f"{name}, must pass, tried again: before and after"))
        before, after = _replaced(before, tried.before), _replaced(after, tried.after)
    if tried.stopped:
        return Guard(MUST_PASS, "undecided", f"Stopped at the ceiling of {tried.stopped}."), tried.stopped
    return must_pass_guard(before, after), ""


def guard_figures(tries: Sequence[Tried], samples: Sequence[Sample], seed: int) -> Measured:
    """Return slices of the last of `tries`, which ran `samples`, and the guards on slices, cost and latency.

    Cost and latency are those of all `tries`.
    """
    judged_on = tries[-1]
    slices = measure_slices(judged_on.before, judged_on.after, samples, seed)
    pairs = tuple(pair for tried in tries for pair in episode_pairs(tried.episodes[0], tried.episodes[1]))
    fresh = frozenset(name for tried in tries for name in tried.fresh)
    return Measured(slices, (slices_guard(slices), cost_guard(pairs), latency_guard(pairs, fresh)))


def _replaced(old: Sequence[Trial], new: Sequence[Trial]) -> tuple[Trial, ...]:
    """Return `old` with the samples of `new` in its words: those hold the first trials too."""
    again = {trial.sample for trial in new}
    return (*(trial for trial in old if trial.sample not in again), *new)
