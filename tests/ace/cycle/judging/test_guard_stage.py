"""Guards on real trials."""

import pytest

from ace.cycle.judging.bench import Tried
from ace.cycle.judging.guard_stage import guard_figures, guard_must_pass
from ace.evaluation.must_pass import SUSPECT_TRIALS
from ace.evaluation.score import Trial
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.sample import Sample
from tests.ace.conftest import SmallRun
from tests.ace.cycle.judging.judging_setup import Told, bench_of, rules_of, under
from tests.ace.evaluation.scripted_agent import Ending, Script, ScriptedAgent, plain_samples, scripted_episode


def _breaking(sample_id: str, base: str, passes_again: bool = False) -> Script:
    """Return a script in which `sample_id` fails under any rules but those of arm `base`."""

    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        is_hit = sample.id == sample_id and job.run != base
        return "failed" if is_hit and not (passes_again and job.trial == SUSPECT_TRIALS - 1) else "solved"

    return script


@pytest.mark.parametrize(("passes_again", "status"), [(False, "failed"), (True, "held")])
async def test_a_sample_that_seems_broken_is_tried_again_before_it_is_called_so(
    copied_run: SmallRun, passes_again: bool, status: str
) -> None:
    told = Told()
    bench = bench_of(copied_run, told.hooks)
    bench.must_pass = plain_samples(4, "must_pass")
    bench.agent = ScriptedAgent(_breaking("s02", bench.must_pass_base.key, passes_again))
    guard, stopped = await guard_must_pass(bench, rules_of(copied_run)[:-1], "edit x")
    assert (guard.status, stopped) == (status, "")
    assert told.arms == [
        ("edit x, must pass: before and after", 8),
        ("edit x, must pass, tried again: before and after", 2 * SUSPECT_TRIALS),
    ]
    # Of the sample tried again the first trial was known.
    assert len(told.splits) == 8 + 2 * (SUSPECT_TRIALS - 1)
    assert ("s02 (passed before, fails after)" in guard.detail) is (status == "failed")


async def test_without_must_pass_samples_nothing_is_run(copied_run: SmallRun) -> None:
    told = Told()
    bench = bench_of(copied_run, told.hooks)
    bench.must_pass = ()
    guard, _ = await guard_must_pass(bench, rules_of(copied_run), "edit x")
    assert (guard.status, told.splits) == ("not measured", [])


async def test_a_ceiling_leaves_the_guard_undecided(copied_run: SmallRun) -> None:
    bench = bench_of(under(copied_run, max_minutes=1e-9))
    guard, stopped = await guard_must_pass(bench, rules_of(copied_run), "edit x")
    assert guard.status == "undecided"
    assert stopped == "1e-09 minutes (--max-minutes)"


async def test_the_limit_takes_some_of_every_case(copied_run: SmallRun) -> None:
    told = Told()
    bench = bench_of(copied_run, told.hooks)
    await guard_must_pass(bench, rules_of(copied_run), "edit x")
    assert told.arms[0] == ("edit x, must pass: before and after", 2 * 6)
    assert set(told.splits) == {"must_pass"}


def _tried(count: int, tokens: int, fresh: bool) -> Tried:
    samples = plain_samples(count)
    arms = [
        tuple(scripted_episode(s, EpisodeJob(run=run), "solved", tokens=used, seconds=1.0) for s in samples)
        for run, used in (("a", 1000), ("b", tokens))
    ]
    trials = tuple(Trial(s.id, s.case, 0, "e", True, frozenset()) for s in samples)
    names = frozenset(episode.header.episode for arm in arms for episode in arm)
    return Tried((trials, trials), tuple(arms), names if fresh else frozenset())


def test_slices_are_of_the_last_try_and_cost_is_of_all() -> None:
    samples = [sample.model_copy(update={"modality": "CT"}) for sample in plain_samples(40)]
    measured = guard_figures([_tried(10, 1000, False), _tried(40, 1500, True)], samples, 0)
    assert [(item.name, item.n, item.status) for item in measured.slices] == [("modality: CT", 40, "held")]
    assert [(guard.name, guard.status) for guard in measured.guards] == [
        ("slices", "held"),
        ("cost", "failed"),
        ("latency", "held"),
    ]
    assert "1000 -> 1400 tokens" in measured.guards[1].detail
