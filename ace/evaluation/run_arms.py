"""Arms side by side, in small chunks of samples: a server that drifts, or fails for a while, hits all of them alike."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import NamedTuple

from ace.evaluation.arms import Arm, ArmSpec, ArmStore, read_arm
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.ports import AgentUnderTest, EpisodeJob
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import sample_seed
from runtime.traces.event_log import EventLog

CHUNK = 4
GIVE_UP_AFTER = 6


@dataclass(frozen=True)
class ArmsRun:
    """What each arm came to, in the order of the arms; episodes by sample, then trial. `fresh`: ids of those run now.

    `stopped`: why no further chunk was begun, empty when all were. `gave_up`: the last error, where so many in a row
    ended the run. Places that were not reached are absent.
    """

    episodes: tuple[tuple[Episode, ...], ...]
    fresh: frozenset[str] = frozenset()
    stopped: str = ""
    gave_up: str = ""


class _Place(NamedTuple):
    arm: Arm
    sample: Sample
    trial: int

    @property
    def key(self) -> tuple[str, int]:
        return self.sample.id, self.trial


async def run_arms(
    agent: AgentUnderTest,
    specs: Sequence[ArmSpec],
    samples: Sequence[Sample],
    store: ArmStore,
    stop: Callable[[], str] | None = None,
) -> ArmsRun:
    """Return the episodes of each arm on `samples`, running only what the store does not hold.

    The arms of a chunk are under way together, at the concurrency of the first, and take turns in going first. An
    infrastructure error is tried once more after all else. `stop` is asked before each chunk that would run something;
    what it answers ends the run, and what was written is kept. Six infrastructure errors in a row end it too.
    Raises: TraceError when a log cannot be written, RuleError when rules cannot be injected.
    """
    arms = {spec.key: read_arm(spec, store) for spec in specs}
    store.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        run = _Run(agent, store, stack, stop or (lambda: ""))
        order = tuple(arms.values())
        await run.through(lambda: _chunks(order, specs[0].trials, samples), specs[0].concurrency)
        if run.failed and not run.stopped and not run.has_given_up:
            again, run.failed = tuple(run.failed), []
            await run.through(lambda: _by_chunk(again), specs[0].concurrency)
    places = [(sample.id, trial) for sample in samples for trial in range(specs[0].trials)]
    episodes = (tuple(arms[spec.key].done[place] for place in places if place in arms[spec.key].done) for spec in specs)
    return ArmsRun(tuple(episodes), frozenset(run.fresh), run.stopped, run.last_error if run.has_given_up else "")


def _chunks(arms: Sequence[Arm], trials: int, samples: Sequence[Sample]) -> Iterator[list[_Place]]:
    """Yield what is still to be run, a few samples at a time; every other pair begins with the other arm."""
    for start in range(0, len(samples), CHUNK):
        chunk = [
            _Place(arm, sample, trial)
            for number, sample in enumerate(samples[start : start + CHUNK], start)
            for trial in range(trials)
            for arm in (arms if (number + trial) % 2 == 0 else arms[::-1])
            if (sample.id, trial) not in arm.done
        ]
        if chunk:
            yield chunk


def _by_chunk(places: Sequence[_Place]) -> Iterator[list[_Place]]:
    for start in range(0, len(places), CHUNK):
        yield list(places[start : start + CHUNK])


@dataclass
class _Run:
    """Workers over places, and what they share."""

    agent: AgentUnderTest
    store: ArmStore
    stack: ExitStack
    stop: Callable[[], str]
    logs: dict[str, EventLog] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)
    failed: list[_Place] = field(default_factory=list)
    failures_in_a_row: int = 0
    stopped: str = ""
    last_error: str = ""

    @property
    def has_given_up(self) -> bool:
        return self.failures_in_a_row >= GIVE_UP_AFTER

    async def through(self, chunks: Callable[[], Iterator[list[_Place]]], concurrency: int) -> None:
        todo = self._places(chunks())
        fault: RuntimeFault | None = None
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(max(1, concurrency)):
                    group.create_task(self._work(todo))
        except* RuntimeFault as faults:
            # With a full disk every worker fails with the same: one error is what a person can act on.
            fault = _first_of(faults)
        if fault is not None:
            raise fault

    def _places(self, chunks: Iterator[list[_Place]]) -> Iterator[_Place]:
        for chunk in chunks:
            self.stopped = self.stop()
            if self.stopped:
                return
            for place in chunk:
                if self.has_given_up:
                    return
                yield place

    async def _work(self, todo: Iterator[_Place]) -> None:
        for place in todo:
            episode = await self._run(place)
            self.fresh.add(episode.header.episode)
            if not episode.is_infrastructure_error:
                place.arm.done[place.key] = episode
                self.failures_in_a_row = 0
            elif not episode.is_waiting:
                # What waits for a person is not run again: that would drop what the person decides.
                place.arm.attempts[place.key] = place.arm.attempts.get(place.key, 0) + 1
                self.failures_in_a_row += 1
                self.last_error = (episode.outcome and episode.outcome.error) or "an episode that did not end"
                self.failed.append(place)
            if self.store.progress is not None:
                self.store.progress(episode)

    async def _run(self, place: _Place) -> Episode:
        spec = place.arm.spec
        if spec.key not in self.logs:
            self.logs[spec.key] = self.stack.enter_context(EventLog(place.arm.path))
        job = EpisodeJob(
            rules=spec.rules,
            seed=sample_seed(spec.seed, place.sample.id, place.trial),
            run=spec.key,
            trial=place.trial,
            commit=spec.commit,
            attempt=place.arm.attempts.get(place.key, 0),
        )
        return await self.agent.run(place.sample, job, self.logs[spec.key])


def _first_of(faults: ExceptionGroup[RuntimeFault]) -> RuntimeFault:
    first = faults.exceptions[0]
    return first if isinstance(first, RuntimeFault) else _first_of(first)
