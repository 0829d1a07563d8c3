"""Batches: the same at any concurrency, resumable, and stopped where going on makes no sense."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.contracts.errors import ModelUnavailableError, RuleError, TraceError
from runtime.contracts.ports import EpisodeJob, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import ControllerInfo, Episode, Event, Outcome
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.settings import ControlSettings
from runtime.control.worker_pool import WorkerPool
from runtime.control.worker_process import ToolsRecipe
from runtime.loop.episode_recorder import SinkError
from runtime.loop.run_batch import BatchPlan, finished, run_batch, sample_seed
from runtime.models.scripted import Scripted
from runtime.models.simulated import Simulated
from runtime.tools.registry import tutor_tools
from tests.runtime.builders import LOOK, REFUSE, Down, LookTool, StepClock, forever, rule, sample, tutor

SAMPLES = tuple(sample(id=f"case-{number}~novice", case=f"case-{number}") for number in range(6))
PLAN = BatchPlan("r-1", SAMPLES, (), "", seed=5, trials=2)


class Counted:
    """A tutor that refuses at once, and counts; samples named `bad` get infrastructure errors."""

    def __init__(self, bad: frozenset[str] = frozenset()) -> None:
        self.ran: list[tuple[str, EpisodeJob]] = []
        self.at_once = 0
        self.most_at_once = 0
        self._bad = bad
        self._good_tutor, self._bad_tutor = tutor(forever(REFUSE)), tutor(Down(ModelUnavailableError("refused")))

    @property
    def info(self) -> ControllerInfo:
        """Who decides."""
        return self._good_tutor.info

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Run the sample."""
        self.ran.append((sample.id, job))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        chosen = self._bad_tutor if sample.id in self._bad else self._good_tutor
        return await chosen.run(sample, job, sink)


class FullDisk:
    """A sink that stops working after some events."""

    def __init__(self, room: int) -> None:
        self.events: list[Event] = []
        self._room = room

    def write(self, event: Event) -> None:
        """Keep the event, or raise."""
        if len(self.events) >= self._room:
            raise TraceError("events.jsonl: no space left; free disk space and run again")
        self.events.append(event)


def _hashes(episodes: tuple[Episode, ...]) -> list[tuple[str, int, list[str], Mapping[str, float]]]:
    return [
        (
            episode.header.sample,
            episode.header.trial,
            [step.state_after for step in episode.steps],
            episode.outcome.scores if episode.outcome else {},
        )
        for episode in episodes
    ]


async def test_the_results_do_not_depend_on_the_concurrency() -> None:
    one = await run_batch(tutor(Simulated(), Simulated()), replace(PLAN, concurrency=1))
    eight = await run_batch(tutor(Simulated(), Simulated()), replace(PLAN, concurrency=8))
    assert _hashes(one) == _hashes(eight)
    assert [(episode.header.sample, episode.header.trial) for episode in one] == [
        (item.id, trial) for item in SAMPLES for trial in (0, 1)
    ]
    assert len({tuple(hashes) for _, _, hashes, _ in _hashes(one)}) > 1


@pytest.mark.parametrize(("concurrency", "most"), [(1, 1), (3, 3), (0, 1), (99, 12)])
async def test_no_more_episodes_run_at_once_than_asked(concurrency: int, most: int) -> None:
    agent = Counted()
    await run_batch(agent, replace(PLAN, concurrency=concurrency))
    assert agent.most_at_once == most
    assert len(agent.ran) == 12


async def test_every_job_carries_the_plan_and_its_own_seed() -> None:
    agent = Counted()
    plan = replace(PLAN, rules=(rule(),), commit="c" * 40, attempts={(SAMPLES[0].id, 1): 3})
    await run_batch(agent, plan)
    jobs = {(name, job.trial): job for name, job in agent.ran}
    assert jobs[SAMPLES[0].id, 1] == EpisodeJob((rule(),), sample_seed(5, SAMPLES[0].id, 1), "r-1", 1, "c" * 40, 3)
    assert jobs[SAMPLES[0].id, 0].attempt == 0
    assert len({job.seed for job in jobs.values()}) == 12


def test_paired_arms_share_seeds() -> None:
    assert sample_seed(1, "s", 0) == sample_seed(1, "s", 0)
    assert len({sample_seed(1, "s", 0), sample_seed(2, "s", 0), sample_seed(1, "t", 0), sample_seed(1, "s", 1)}) == 4


async def test_what_is_done_is_not_run_again_and_comes_back_in_its_place() -> None:
    first = await run_batch(Counted(), PLAN)
    done, tried = finished(first[:5])
    agent = Counted()
    resumed = await run_batch(agent, replace(PLAN, done=done, attempts=tried))
    assert len(agent.ran) == 7
    assert resumed[:5] == first[:5]
    assert _hashes(resumed) == _hashes(first)


async def test_a_failed_episode_is_run_again_under_a_new_id() -> None:
    bad = frozenset({SAMPLES[0].id})
    first = await run_batch(Counted(bad), replace(PLAN, trials=1))
    done, tried = finished(first)
    assert (len(done), tried[SAMPLES[0].id, 0]) == (5, 1)
    again = await run_batch(Counted(), replace(PLAN, trials=1, done=done, attempts=tried))
    assert again[0].header.seed == first[0].header.seed
    assert again[0].header.episode != first[0].header.episode
    assert not again[0].is_infrastructure_error


async def test_a_cut_off_episode_counts_as_tried_and_not_as_done() -> None:
    (episode, *_) = await run_batch(Counted(), replace(PLAN, trials=1))
    cut = replace(episode, outcome=None)
    key = (episode.header.sample, 0)
    assert finished([cut]) == ({}, {key: 1})
    assert finished([cut, episode]) == ({key: episode}, {key: 2})
    assert finished([]) == ({}, {})


async def test_the_batch_gives_up_after_so_many_failures_in_a_row() -> None:
    agent = Counted(frozenset(item.id for item in SAMPLES))
    episodes = await run_batch(agent, replace(PLAN, concurrency=1, give_up_after=4))
    assert len(agent.ran) == 4
    assert len(episodes) == 4
    assert all(episode.is_infrastructure_error for episode in episodes)


async def test_what_a_batch_that_gave_up_did_not_begin_is_told() -> None:
    told: list[int] = []
    bad = frozenset(item.id for item in SAMPLES)
    await run_batch(Counted(bad), replace(PLAN, concurrency=1, give_up_after=4, gave_up=told.append))
    assert told == [8]
    await run_batch(Counted(bad), replace(PLAN, concurrency=3, give_up_after=4, gave_up=told.append))
    assert 0 < told[1] <= 8


@pytest.mark.parametrize(
    "bad", [frozenset(), frozenset(item.id for item in SAMPLES[2:])], ids=["none", "the last four"]
)
async def test_a_batch_that_reached_all_did_not_give_up(bad: frozenset[str]) -> None:
    told: list[int] = []
    await run_batch(Counted(bad), replace(PLAN, trials=1, concurrency=1, give_up_after=4, gave_up=told.append))
    assert told == []


async def test_what_was_never_tried_comes_before_what_failed() -> None:
    bad = frozenset(item.id for item in SAMPLES[:3])
    plan = replace(PLAN, trials=1, concurrency=1, give_up_after=3)
    done, tried = finished(await run_batch(Counted(bad), plan))
    again = Counted(bad)
    episodes = await run_batch(again, replace(plan, done=done, attempts=tried))
    assert [name for name, _ in again.ran] == [item.id for item in (*SAMPLES[3:], *SAMPLES[:3])]
    assert [episode.header.sample for episode in episodes] == [item.id for item in SAMPLES]


async def test_failures_between_good_episodes_do_not_end_the_batch() -> None:
    agent = Counted(frozenset(item.id for item in SAMPLES[::2]))
    episodes = await run_batch(agent, replace(PLAN, trials=1, concurrency=1, give_up_after=2))
    assert [episode.is_infrastructure_error for episode in episodes] == [True, False] * 3


async def test_episodes_that_wait_for_a_person_do_not_end_the_batch(tmp_path: Path) -> None:
    settings = ControlSettings(folder=tmp_path, tools={"look": "ask"})
    caller = ControlledCaller({"look": LookTool()}, settings, StepClock())
    agent = tutor(forever(LOOK), tools={"look": LookTool()}, caller=caller)
    episodes = await run_batch(agent, replace(PLAN, trials=1, concurrency=1, give_up_after=2))
    assert [episode.is_waiting for episode in episodes] == [True] * 6
    done, tried = finished(episodes)
    assert (len(done), len(tried)) == (0, 6)


@pytest.fixture
def image_case(tmp_path: Path) -> Path:
    """A folder with one grey image in it."""
    from runtime.images.load_image import encode_png

    pixels = np.tile(np.arange(64, dtype=np.uint8) * 4, (64, 1))
    (tmp_path / "grey.png").write_bytes(encode_png(pixels))
    return tmp_path


async def test_the_results_are_the_same_at_any_concurrency_with_tools_in_processes(image_case: Path) -> None:
    tools = tutor_tools(image_case)
    process_tools = [name for name, tool in tools.items() if tool.spec.isolation == "process"]
    assert "zoom" in process_tools
    box = '{"action":"REQUEST_TOOL","tool":"zoom","arguments":{"box":[0,0,%s,0.5]}}'
    script = [LOOK.replace("look", "enhance").replace("{}}", '{"operation":"contrast"}}'), box % "0.5", REFUSE]
    cases = tuple(item.model_copy(update={"image": "grey.png"}) for item in SAMPLES)
    found = []
    for concurrency, workers in ((1, 1), (6, 3)):
        pool = WorkerPool(ToolsRecipe("runtime.tools.registry:tutor_tools", image_case), workers)
        caller = ControlledCaller(tools, ControlSettings(), StepClock(), None, pool)
        agent = tutor(Scripted(lambda request: script[request.step]), tools=tools, caller=caller)
        plan = replace(PLAN, samples=cases, trials=1, concurrency=concurrency)
        episodes = await run_batch(agent, plan)
        cards = [step.card for episode in episodes for step in episode.steps if step.card is not None]
        assert [card.ok for card in cards] == [True] * 12, [card.summary for card in cards]
        found.append(_hashes(episodes))
        assert len(pool.pids()) <= workers
        await agent.aclose()
        assert pool.pids() == ()
    assert found[0] == found[1]


async def test_progress_hears_of_every_episode_once() -> None:
    heard: list[str] = []
    episodes = await run_batch(Counted(), PLAN, progress=lambda episode: heard.append(episode.header.episode))
    assert sorted(heard) == sorted(episode.header.episode for episode in episodes)


@pytest.mark.parametrize("concurrency", [1, 4])
async def test_a_full_disk_stops_the_batch_with_one_error_to_act_on(concurrency: int) -> None:
    disk, agent = FullDisk(room=10), Counted()
    with pytest.raises(SinkError, match="free disk space and run again"):
        await run_batch(agent, replace(PLAN, concurrency=concurrency), disk)
    assert len(disk.events) == 10
    assert len(agent.ran) < 12


async def test_what_was_written_before_the_disk_was_full_can_be_resumed() -> None:
    disk = FullDisk(room=8)
    with pytest.raises(SinkError):
        await run_batch(Counted(), replace(PLAN, concurrency=1), disk)
    assert len([event for event in disk.events if isinstance(event, Outcome)]) == 2


async def test_rules_that_cannot_be_injected_stop_the_batch() -> None:
    plan = replace(PLAN, rules=(rule(safety=True, text="x" * 1000),))
    with pytest.raises(RuleError, match="does not fit the rule budget"):
        await run_batch(tutor(forever(REFUSE), rules_token_budget=50), plan)


async def test_a_fault_of_the_program_is_not_dressed_as_one_of_the_user() -> None:
    def broken(episode: Episode) -> None:
        raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as caught:
        await run_batch(Counted(), PLAN, progress=broken)
    assert caught.group_contains(ZeroDivisionError)


async def test_an_empty_batch_gives_nothing() -> None:
    assert await run_batch(Counted(), replace(PLAN, samples=())) == ()
