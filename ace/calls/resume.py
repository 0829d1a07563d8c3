"""Go on with episodes whose pending call was decided: replay what was recorded, carry the call out once, continue."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ace.calls.changed import what_changed
from ace.calls.decide import person
from ace.calls.standing import Standing, open_store, standing
from ace.cycle.run_samples import arm_spec, run_pool
from ace.errors import AceError
from ace.runs.run_record import RunRecord, events_path, load_run
from ace.session import Session
from runtime.agents.registry import goes_on_by
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.decided_caller import DecidedCaller, is_in_doubt
from runtime.control.pending_call import PendingCall, Resumption
from runtime.control.pending_store import PendingStore
from runtime.loop.replay import replay_parts
from runtime.loop.run_batch import finished
from runtime.loop.run_episode import TutorAgent, episode_id
from runtime.models.closing import close_controller
from runtime.rules.load_reviewed import injectable
from runtime.traces.event_log import EventLog


@dataclass(frozen=True)
class Resumed:
    """What became of one call. `episode` is the one that went on; empty when nothing was done (`message` says why)."""

    call: PendingCall
    message: str
    episode: str = ""
    terminal: str = ""
    is_failure: bool = False


def resume_calls(session: Session, names: Sequence[str]) -> tuple[Resumed, ...]:
    """Return what became of each call of `names`, or of every decided one that still stands.

    A call found stale because something has changed is tried again only when it is named.

    Raises: BusyError when another process works on this repository; ControlError for an unknown name.
    """
    with session.workspace.lock():
        store = open_store(session)
        calls = [store.get(name) for name in dict.fromkeys(names)] if names else _ready(session, store)
        by_run: dict[str, list[PendingCall]] = {}
        for call in calls:
            by_run.setdefault(call.run, []).append(call)
        return tuple(done for run in by_run.values() for done in _resume_run(session, store, run))


def _ready(session: Session, store: PendingStore) -> list[PendingCall]:
    decided = [call for call in store.all() if call.decision is not None and call.status != "done"]
    return [call for call in decided if not call.changed and not standing(session, call).stale]


def _resume_run(session: Session, store: PendingStore, calls: Sequence[PendingCall]) -> tuple[Resumed, ...]:
    out: list[Resumed] = []
    todo: list[Standing] = []
    for call in calls:
        found = standing(session, call)
        refused = _refused(found)
        if refused is not None:
            out.append(refused)
        else:
            todo.append(found)
    if not todo:
        return tuple(out)
    try:
        bench = _bench(session, store, todo[0].call.run)
    except _ChangedError as exc:
        why = str(exc)
        kept = [store.change(found.call.id, lambda now: now.model_copy(update={"changed": why})) for found in todo]
        return (*out, *(_failed(call, f"stale: {why}; nothing was done") for call in kept))
    except (AceError, RuntimeFault) as exc:
        return (*out, *(_failed(found.call, str(exc)) for found in todo))
    return (*out, *asyncio.run(_resume_all(bench, todo)))


def _refused(found: Standing) -> Resumed | None:
    call = found.call
    if call.status == "done":
        last = call.resumptions[-1]
        return Resumed(call, f"already resumed by {last.by} at {last.at} as {last.episode}; nothing was done")
    if found.stale:
        return _failed(call, f"stale: {found.stale}; nothing was done")
    if call.decision is None:
        return _failed(call, f"nobody has decided on it yet: ace calls approve {call.id}, or deny")
    return None


def _failed(call: PendingCall, why: str) -> Resumed:
    return Resumed(call, why, is_failure=True)


class _ChangedError(AceError):
    """The run's agent cannot be had again as it was."""


@dataclass(frozen=True)
class _Bench:
    """What the resumed episodes of one run share."""

    session: Session
    store: PendingStore
    record: RunRecord
    rules: tuple[Rule, ...]
    samples: dict[str, Sample]
    agent: TutorAgent
    caller: ControlledCaller


def _bench(session: Session, store: PendingStore, run: str) -> _Bench:
    """Return the agent as the run had it.

    Raises: _ChangedError when rules, samples or settings are no longer the same; AceError when it cannot be built.
    """
    record = load_run(session.workspace.runs / run).record
    onward = goes_on_by(record.agent, run)
    if onward != "ace calls resume":
        raise AceError(f"agent {record.agent!r} does not go on in the middle of an episode: {onward} runs it anew")
    rules = injectable(session.playbook(), session.settings.agent)
    found = run_pool(session, record)
    if arm_spec(session, rules, found, record.seed).key != record.arm:
        raise _ChangedError(what_changed(record, rules, found, session.build_agent().info.label))
    agent = session.build_agent()
    if not isinstance(agent, TutorAgent) or not isinstance(agent.parts.caller, ControlledCaller):
        raise AceError(f"{record.run}: agent {record.agent!r} cannot be resumed in the middle of an episode")
    samples = {sample.id: sample for sample in found}
    return _Bench(session, store, record, rules, samples, agent, agent.parts.caller)


async def _resume_all(bench: _Bench, todo: Sequence[Standing]) -> tuple[Resumed, ...]:
    limit = asyncio.Semaphore(bench.session.settings.run.concurrency)
    log = events_path(bench.session.workspace.runs / bench.record.run)

    async def one(found: Standing, sink: EventLog) -> Resumed:
        async with limit:
            return await _resume_one(bench, found, sink)

    with EventLog(log) as sink:
        try:
            return tuple(await asyncio.gather(*(one(found, sink) for found in todo)))
        finally:
            await close_controller(bench.agent)


async def _resume_one(bench: _Bench, found: Standing, sink: EventLog) -> Resumed:
    call = found.call
    if is_in_doubt(bench.caller.journal, call):
        call = bench.store.change(call.id, _ask_whether_it_acted)
        words = "it began in an earlier resumption that was cut off, and may have acted; a person must say whether"
        return _failed(call, f"{words}: ace calls show {call.id}")
    attempt = finished(found.tries)[1][call.sample, call.trial]
    episode = episode_id(call.run, call.sample, call.trial, attempt)
    resumption = Resumption(episode=episode, by=person(), at=bench.session.clock.now())
    call = bench.store.change(call.id, lambda now: _with_resumption(now, resumption))
    job = EpisodeJob(bench.rules, call.seed, call.run, call.trial, call.commit, attempt, bench.record.bundle)
    try:
        parts = replay_parts(
            found.recorded, replace(bench.agent.parts, caller=DecidedCaller(bench.caller, call)), then_live=True
        )
        ended = await TutorAgent(parts).run(bench.samples[call.sample], job, sink)
    except RuntimeFault as exc:
        return _failed(call, f"{exc}; when that is mended: ace calls resume {call.id}")
    return _result(bench, call, ended)


def _result(bench: _Bench, call: PendingCall, ended: Episode) -> Resumed:
    outcome = ended.outcome
    assert outcome is not None
    name = ended.header.episode
    if outcome.terminal == "infrastructure_error":
        words = f"the episode could not be finished ({outcome.error}); when that is mended: ace calls resume {call.id}"
        return Resumed(call, words, name, outcome.terminal, is_failure=True)
    if outcome.terminal == "awaiting_approval" and outcome.error == call.id:
        call = bench.store.get(call.id)
        return Resumed(call, f"it waits again: ace calls show {call.id}", name, outcome.terminal, is_failure=True)
    call = bench.store.change(call.id, lambda now: _with_end(now, outcome.terminal))
    card = next((step.card for step in ended.steps if step.step == call.step), None)
    what = "was not called" if card is None else "worked" if card.ok else f"failed ({card.error_class})"
    later = f"; now {outcome.error} waits" if outcome.terminal == "awaiting_approval" else ""
    return Resumed(call, f"{call.tool} {what}; the episode ended {outcome.terminal}{later}", name, outcome.terminal)


def _ask_whether_it_acted(call: PendingCall) -> PendingCall:
    changes = {"question": "did_it_act", "doubt": call.key, "answered": len(call.decisions)}
    return call.model_copy(update=changes)


def _with_resumption(call: PendingCall, resumption: Resumption) -> PendingCall:
    return call.model_copy(update={"resumptions": (*call.resumptions, resumption), "changed": ""})


def _with_end(call: PendingCall, terminal: str) -> PendingCall:
    *earlier, last = call.resumptions
    return call.model_copy(update={"resumptions": (*earlier, last.model_copy(update={"ended": terminal}))})
