"""What every draft of one judging shares."""

import pytest

from ace.cycle.judging.bench import Arms, Tried, both
from ace.runs.run_record import LoadedRun
from tests.ace.conftest import SmallRun
from tests.ace.cycle.judging.judging_setup import Told, bench_of, rules_of, under


async def test_a_sample_that_went_away_is_undecided_on_both_sides(copied_run: SmallRun) -> None:
    record = copied_run.run.record
    gone = record.samples[0]
    kept = tuple(episode for episode in copied_run.run.episodes if episode.header.sample != gone)
    known = LoadedRun(
        record.model_copy(update={"samples": (*record.samples, "never.there")}),
        kept,
        copied_run.run.problems,
        copied_run.run.folder,
    )
    told = Told()
    bench = bench_of(SmallRun(copied_run.session, known), told.hooks)
    assert bench.removed == (("never.there", "never.there"),)
    bench.dev = tuple(sample for sample in bench.dev if sample.id == record.samples[1])
    tried = await bench.try_arms(Arms(both(bench.base, rules_of(copied_run)), bench.dev, "x", removed=bench.removed))
    lost = [trial for trial in tried.before if trial.sample == "never.there"]
    assert [(trial.trial, trial.success) for trial in lost] == [(0, None)]
    assert lost == [trial for trial in tried.after if trial.sample == "never.there"]


def test_a_sample_of_the_run_that_is_gone_keeps_its_case(copied_run: SmallRun) -> None:
    record = copied_run.run.record
    first = next(e.header for e in copied_run.run.episodes if e.header.sample == record.samples[0])
    renamed = record.model_copy(update={"samples": record.samples})
    bench = bench_of(SmallRun(copied_run.session, copied_run.run._replace(record=renamed)))
    all_dev = tuple(sample for sample in bench.dev if sample.id != record.samples[0])
    kept, gone = bench._development(all_dev)
    assert [sample.id for sample in kept] == [sample.id for sample in all_dev]
    assert gone == ((first.sample, first.case),)


def test_the_advisory_profile_tries_at_most_30_samples(copied_run: SmallRun) -> None:
    every, _ = copied_run.session.samples("dev")
    assert len(every) > 30
    record = copied_run.run.record.model_copy(update={"samples": tuple(sample.id for sample in every)})
    small = SmallRun(copied_run.session, copied_run.run._replace(record=record))
    assert len(bench_of(small).dev) == len(every)
    assert len(bench_of(under(small, profile="advisory")).dev) == 30


@pytest.mark.parametrize("ceiling", [{"max_calls": 1}, {"max_tokens": 1}, {"max_minutes": 1e-9}])
async def test_a_ceiling_stops_before_the_next_samples(copied_run: SmallRun, ceiling: dict[str, object]) -> None:
    told = Told()
    bench = bench_of(under(copied_run, **ceiling), told.hooks)
    specs = both(bench.base, rules_of(copied_run)[:-1])
    tried = await bench.try_arms(Arms(specs, bench.dev, "x"))
    (name,) = ceiling
    assert f"--{name.replace('_', '-')}" in tried.stopped
    assert len(told.splits) < len(bench.dev)
    assert sum(trial.success is None for trial in tried.after) == len(bench.dev) - len(told.splits)


def test_tries_of_the_same_arms_join() -> None:
    one, two = Tried(((), ()), ((), ()), frozenset("a")), Tried(((), ()), ((), ()), frozenset("b"), "20 calls")
    joined = one.joined(two)
    assert (joined.fresh, joined.stopped) == (frozenset("ab"), "20 calls")
