"""Many episodes: bounded concurrency, resumable, the same results at any concurrency."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import AgentUnderTest, EpisodeJob, TraceSink
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode


@dataclass(frozen=True)
class BatchPlan:
    """What to run: every sample `trials` times under `rules`. Seeds depend on sample, trial and `seed` alone.

    `keeps_episodes` False returns nothing and holds no episode longer than `progress` looks at it, so that memory does
    not grow with the batch; the sink has them. `give_up_after`: so many infrastructure errors in a row end the batch
    early; what is left can be resumed, and `gave_up` is told how many that are. `bundle`: as `Playbook.bundle`.
    `is_over` is asked before each episode; once it says yes no further one is begun. Places with fewer `attempts` come
    first, so that what was never tried is not out of reach behind what fails again.
    """

    run: str
    samples: tuple[Sample, ...]
    rules: tuple[Rule, ...]
    commit: str
    seed: int = 0
    trials: int = 1
    concurrency: int = 4
    give_up_after: int = 6
    done: Mapping[tuple[str, int], Episode] = field(default_factory=dict)
    keeps_episodes: bool = True
    attempts: Mapping[tuple[str, int], int] = field(default_factory=dict)
    bundle: str = ""
    is_over: Callable[[], bool] | None = None
    gave_up: Callable[[int], None] | None = None


def sample_seed(seed: int, sample: str, trial: int) -> int:
    """Return the 31-bit seed of one episode; paired arms of a trial share it."""
    return int(content_hash([seed, sample, trial], 8), 16) & 0x7FFFFFFF


def finished(
    episodes: Iterable[Episode], keeps_waiting: bool = False
) -> tuple[dict[tuple[str, int], Episode], dict[tuple[str, int], int]]:
    """Return the episodes that need not be run again, and how often each place was tried so far.

    Infrastructure errors and cut-off episodes are run again; so are those that wait for a person, unless
    `keeps_waiting`: running them again would drop what the person decides.
    """
    done: dict[tuple[str, int], Episode] = {}
    tried: dict[tuple[str, int], int] = {}
    for episode in episodes:
        key = (episode.header.sample, episode.header.trial)
        tried[key] = tried.get(key, 0) + 1
        if not episode.is_infrastructure_error or (keeps_waiting and episode.is_waiting):
            done[key] = episode
    return done, tried


def _first_of(faults: ExceptionGroup[RuntimeFault]) -> RuntimeFault:
    """One error a person can act on instead of a group: with a full disk every worker fails with the same."""
    first = faults.exceptions[0]
    return first if isinstance(first, RuntimeFault) else _first_of(first)


async def run_batch(
    agent: AgentUnderTest,
    plan: BatchPlan,
    sink: TraceSink | None = None,
    progress: Callable[[Episode], None] | None = None,
) -> tuple[Episode, ...]:
    """Return one episode per (sample, trial), in that order, whatever order they finished in.

    Places not reached because the batch gave up are absent from the result; `plan.gave_up` hears of them.
    Raises: TraceError when the sink cannot be written (a full disk), RuleError when the rules cannot be injected. The
    batch stops at once; what was written can be resumed.
    """
    places = [(sample, trial) for sample in plan.samples for trial in range(plan.trials)]
    results: dict[tuple[str, int], Episode] = dict(plan.done)
    left = [place for place in places if (place[0].id, place[1]) not in results]
    todo = iter(sorted(left, key=lambda place: plan.attempts.get((place[0].id, place[1]), 0)))
    begun = 0
    failures_in_a_row = 0

    async def work() -> None:
        nonlocal begun, failures_in_a_row
        for sample, trial in todo:
            if failures_in_a_row >= plan.give_up_after or (plan.is_over is not None and plan.is_over()):
                return
            begun += 1
            key = (sample.id, trial)
            job = EpisodeJob(
                rules=plan.rules,
                seed=sample_seed(plan.seed, sample.id, trial),
                run=plan.run,
                trial=trial,
                commit=plan.commit,
                attempt=plan.attempts.get(key, 0),
                bundle=plan.bundle,
            )
            episode = await agent.run(sample, job, sink)
            if plan.keeps_episodes:
                results[key] = episode
            has_failed = episode.is_infrastructure_error and not episode.is_waiting
            failures_in_a_row = failures_in_a_row + 1 if has_failed else 0
            if progress is not None:
                progress(episode)

    stopped_by: RuntimeFault | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, min(plan.concurrency, len(places)))):
                group.create_task(work())
    except* RuntimeFault as faults:
        stopped_by = _first_of(faults)
    if stopped_by is not None:
        raise stopped_by
    if plan.gave_up is not None and failures_in_a_row >= plan.give_up_after and begun < len(left):
        plan.gave_up(len(left) - begun)
    return tuple(results[sample.id, trial] for sample, trial in places if (sample.id, trial) in results)
