"""Run samples under the reviewed rules into a new run, or go on with one that was cut off."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ace.answers.remember_answers import remembering
from ace.cycle.development_pool import development_pool, moved_samples
from ace.cycle.rerun import without_decided
from ace.errors import AceError, NotFoundError
from ace.evaluation.arms import ArmSpec
from ace.runs.run_record import LoadedRun, RunRecord, events_path, load_run, next_run_id, write_record
from ace.session import Session
from ace.text.counted import counted
from runtime.contracts.json_types import content_hash
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample, Split
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.loop.run_batch import BatchPlan, finished, run_batch
from runtime.models.closing import close_controller
from runtime.models.reachable import check_reachable
from runtime.rules.load_reviewed import injectable
from runtime.traces.event_log import EventLog
from runtime.traces.read_events import read_episodes


@dataclass(frozen=True)
class RunRequest:
    """What to run. `only` names samples or cases; `resume` continues a run instead.

    `run`: the id of the run, gone on with where it has begun; "" draws one. `is_over` is asked before each episode.
    """

    split: Split = "dev"
    only: tuple[str, ...] = ()
    resume: str = ""
    run: str = ""
    is_over: Callable[[], bool] | None = None
    progress: Callable[[Episode], None] | None = None
    started: Callable[[RunRecord], None] | None = None


class RunChangedError(AceError):
    """A run cannot be gone on with: what it depends on has changed."""


class RunGaveUpError(AceError):
    """A run ended early: too many episodes in a row could not be finished. `run` is what there is of it."""

    def __init__(self, message: str, run: LoadedRun) -> None:
        super().__init__(message)
        self.run = run


def run_samples(session: Session, request: RunRequest) -> LoadedRun:
    """Return the run after every sample was run, or as many as were when `request.is_over` said so.

    What models are paid to answer is remembered until its episode is stored: a run that was killed asks it no more.
    Raises: ModelUnavailableError before anything is begun when a local server does not listen; RunChangedError for a
        run that cannot be gone on with; RunGaveUpError when it ended early, after too many errors in a row; AceError
        when nothing could be run, or the clock was set back.
    """
    session = remembering(session)
    playbook = session.playbook()
    rules = injectable(playbook, session.settings.agent)
    agent = session.build_agent()
    for settings in session.asked_settings():
        asyncio.run(check_reachable(settings))
    record = _record(session, request, playbook, agent.info)
    samples = _by_id(session, record)
    folder = session.workspace.runs / record.run
    write_record(folder, record)
    if request.started is not None:
        request.started(record)
    log = events_path(folder)
    unreached: list[int] = []
    done, attempts = finished(read_episodes(log).episodes if log.exists() else (), keeps_waiting=True)
    done = without_decided(session, done)
    plan = BatchPlan(
        run=record.run,
        samples=samples,
        rules=rules,
        commit=playbook.commit,
        seed=record.seed,
        trials=record.trials,
        concurrency=session.settings.run.concurrency,
        done=done,
        attempts=attempts,
        keeps_episodes=False,
        bundle=playbook.bundle,
        is_over=request.is_over,
        gave_up=unreached.append,
    )

    async def batch() -> None:
        with EventLog(log) as sink:
            try:
                await run_batch(agent, plan, sink, request.progress)
            finally:
                await close_controller(agent)

    asyncio.run(batch())
    run = load_run(folder)
    if not (request.is_over is not None and request.is_over()):
        _refuse_if_nothing_ran(run, sum(unreached))
    if unreached:
        raise RunGaveUpError(_gave_up(run, plan.give_up_after, unreached[0]), run)
    return run


def is_complete(run: LoadedRun) -> bool:
    """Return True when every sample of the run was tried as often as it was to be, however that ended."""
    return len(run.episodes) >= len(run.record.samples) * run.record.trials


def _record(session: Session, request: RunRequest, playbook: Playbook, who: ControllerInfo) -> RunRecord:
    begun = bool(request.run) and (session.workspace.runs / request.run / "run.json").is_file()
    if request.resume or begun:
        rules = injectable(playbook, session.settings.agent)
        return check_can_resume(session, request.resume or request.run, rules)
    return _fresh(session, request, playbook, who)


def _refuse_if_nothing_ran(run: LoadedRun, unreached: int) -> None:
    name, episodes = run.record.run, run.episodes
    if all(episode.is_infrastructure_error and not episode.is_waiting for episode in episodes):
        cause = next(_errors(episodes), "no episode ended")
        left = f" of {len(episodes)} ({_left(run, unreached)})" if unreached else ""
        raise AceError(
            f"run {name}: no episode could be finished{left}; the first error: {cause}\n"
            f"What was written is kept; when the cause is mended go on with `ace run --resume {name}`"
        )


def _errors(episodes: Iterable[Episode]) -> Iterator[str]:
    return (e.outcome.error for e in episodes if e.outcome is not None and e.outcome.error and not e.is_waiting)


def _gave_up(run: LoadedRun, in_a_row: int, unreached: int) -> str:
    name, episodes = run.record.run, run.episodes
    return (
        f"run {name}: stopped after {in_a_row} errors in a row; {_left(run, unreached)}; "
        f"the first error: {next(_errors(episodes), 'no episode ended')}\n"
        f"What was written is kept; when the cause is mended go on with `ace run --resume {name}`: it begins with what "
        "was never tried"
    )


def _left(run: LoadedRun, unreached: int) -> str:
    """Return `17 samples not begun, 2 not tried again`; of a run with several trials, episodes are counted."""
    noun = "sample" if run.record.trials == 1 else "episode"
    again = unreached - run.not_begun
    parts = [f"{counted(run.not_begun, noun)} not begun"] if run.not_begun else []
    parts += [f"{again} not tried again" if parts else f"{counted(again, noun)} not tried again"] if again > 0 else []
    return ", ".join(parts)


def _fresh(session: Session, request: RunRequest, playbook: Playbook, who: ControllerInfo) -> RunRecord:
    found, problems = session.samples(request.split)
    moved = moved_samples(session) if request.split == "dev" else ()
    why = f"; {len(problems)} could not be read: {problems[0].path}: {problems[0].problem}" if problems else ""
    try:
        chosen = choose((*found, *moved), request.only, session.settings.run.limit)
    except NotFoundError as exc:
        raise NotFoundError(f"{exc}{why}") from exc
    if not chosen:
        raise AceError(f"no {request.split} samples to run{why}")
    names = {sample.id for sample in chosen}
    everything = (*found, *(sample for sample in moved if sample.id in names))
    rules = injectable(playbook, session.settings.agent)
    run = request.run or next_run_id(session.workspace.runs, session.clock.now())
    seed = fresh_seed(run) if session.settings.run.seed is None else session.settings.run.seed
    return RunRecord(
        run=run,
        created=session.clock.now(),
        agent=session.settings.agent,
        arm=arm_spec(session, rules, everything, seed).key,
        playbook_commit=playbook.commit,
        bundle=playbook.bundle,
        rules={rule.id: rule.fingerprint()[:16] for rule in rules},
        controller=who.label,
        simulated=who.simulated,
        split=request.split,
        samples=tuple(sample.id for sample in chosen),
        trials=session.settings.run.trials,
        seed=seed,
        sample_problems=tuple(f"{p.path}: {p.where}: {p.problem}" for p in problems),
    )


def fresh_seed(run: str) -> int:
    """Return a 31-bit seed drawn from a run's id."""
    return int(content_hash(run, 8), 16) & 0x7FFFFFFF


def check_can_resume(session: Session, run: str, rules: tuple[Rule, ...]) -> RunRecord:
    """Return the record of `run` when it can be gone on with under `rules`. Raises: RunChangedError, NotFoundError."""
    record = load_run(session.workspace.run_folder(run, session.settings.agent)).record
    spec = arm_spec(session, rules, run_pool(session, record), record.seed)
    if spec.key != record.arm:
        raise RunChangedError(
            f"{record.run} cannot be resumed: rules, controller, budgets, samples or ACE itself have changed; "
            "start a new one with `ace run`"
        )
    return record


def _by_id(session: Session, record: RunRecord) -> tuple[Sample, ...]:
    known = {sample.id: sample for sample in run_pool(session, record)}
    return tuple(known[name] for name in record.samples)


def run_pool(session: Session, record: RunRecord) -> tuple[Sample, ...]:
    """Return the samples that the run's arm is made of, as they are now. Raises: LedgerError."""
    if record.split == "dev":
        return development_pool(session, record.samples)
    return session.samples(record.split)[0]


def choose(samples: Sequence[Sample], only: Sequence[str], limit: int | None) -> tuple[Sample, ...]:
    """Return the samples to run: those named (by sample or case id), else all, cut to `limit` spread over the cases.

    One sample of every case comes before a second of any: samples of a case are alike. Which, follows from the ids
    alone, and a smaller limit gives a part of what a larger one does.
    Raises: NotFoundError for a name that is no sample.
    """
    if only:
        unknown = [name for name in only if all(name not in (sample.id, sample.case) for sample in samples)]
        if unknown:
            raise NotFoundError(f"no sample or case {unknown[0]!r} in this split (--split dev or must_pass)")
        samples = [sample for sample in samples if sample.id in only or sample.case in only]
    if limit is None or limit >= len(samples):
        return tuple(samples)
    rounds: Counter[str] = Counter()
    order = []
    for sample in sorted(samples, key=lambda sample: content_hash(sample.id)):
        order.append((rounds[sample.case], content_hash(sample.case), sample))
        rounds[sample.case] += 1
    spread = sorted(order, key=lambda item: item[:2])[:limit]
    return tuple(sorted((sample for _, _, sample in spread), key=lambda sample: sample.id))


def arm_spec(session: Session, rules: tuple[Rule, ...], samples: tuple[Sample, ...], seed: int) -> ArmSpec:
    """Return the arm that a run of these rules is a part of."""
    run = session.settings.run
    return ArmSpec(
        settings=session.arm_settings(samples),
        rules=rules,
        seed=seed,
        trials=session.settings.gate.trials,
        concurrency=run.concurrency,
    )
