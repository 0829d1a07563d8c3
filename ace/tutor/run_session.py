"""One tutoring session with a person: opened, taught, ended, its trace kept."""

import asyncio
import os
from dataclasses import dataclass, replace
from pathlib import Path

from ace.cycle.run_samples import fresh_seed
from ace.errors import AceError
from ace.runs.run_record import RunRecord, events_path, write_record
from ace.tutor.asking_caller import AskingCaller
from ace.tutor.case_image import no_image_left, write_case_image
from ace.tutor.ending import ending
from ace.tutor.own_case import OWN, Asked, authored_case, own_case
from ace.tutor.person import Behind, Person, Watcher, ask_person, question_text
from ace.tutor.place import Place
from ace.tutor.screen import Note, Screen
from runtime.artifacts.store import FileArtifactStore
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Controller, EpisodeJob
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import Budgets
from runtime.contracts.trace_event import Episode, Event, Header, Outcome, Step
from runtime.control.controlled_caller import ControlledCaller
from runtime.gates.settings import ALL_ENFORCED
from runtime.loop.run_episode import TutorAgent
from runtime.models.closing import close
from runtime.models.reachable import check_reachable
from runtime.students.read_reply import read_opening
from runtime.traces.event_log import EventLog

OK, BROKEN, INTERRUPTED = 0, 1, 130
DISCLAIMER = "Education, not medical advice. For a real person's care ask a clinician; in an emergency call for help."
STEPS_A_TURN, TOOL_CALLS = 6, 16


@dataclass(frozen=True)
class Finished:
    """How a session ended. `episode` is None when the person left before saying anything."""

    episode: Episode | None
    code: int


def make_case(asked: Asked, place: Place, is_simulated: bool) -> TutorSample:
    """Return the case to teach. Raises: AceError, NotFoundError, ImageError."""
    session = place.session
    if asked.sample:
        return authored_case(asked, session.samples("dev", "must_pass")[0])
    case = own_case(asked, session.workspace.repo, FileArtifactStore(session.workspace.artifacts))
    if is_simulated and not (case.options and case.answer):
        raise AceError(
            "the simulated controller knows no medicine: give it --option (twice or more) and --answer, or --sample "
            "ID; your own question needs a model (--base-url and --model)"
        )
    return case


def run_session(place: Place, asked: Asked, screen: Screen, turns: int) -> Finished:
    """Return how the session ended; every step of it is in the run's event log.

    Raises: AceError, ImageError, ModelUnavailableError before anything is begun.
    """
    controller = place.session.controller()
    asyncio.run(_check_reachable(place))
    _check_writable(place.folder.parent)
    case = make_case(asked, place, controller.info.simulated)
    behind = Behind()
    with no_image_left(place.folder):
        image = write_case_image(case, place)
        data: JsonObject = {"sample": case.id, "run": place.run, "image": image.path}
        screen.show(Note("start", _greeting(case, controller, image.line), data))
        first = ask_person(screen, behind)
        if first is not None:
            write_record(place.folder, _record(place, case, controller))
    if first is None:
        screen.show(Note("end", "You left before the session began; nothing was recorded.", {"terminal": ""}))
        return Finished(None, OK)
    case = case.model_copy(update={"opening": first})
    try:
        episode = asyncio.run(_teach(place, _Talk(case, screen, behind, turns), controller))
        is_broken = episode.outcome is not None and episode.outcome.terminal == "infrastructure_error"
        code = BROKEN if is_broken else OK
    except KeyboardInterrupt:
        episode, code = None, INTERRUPTED
    _say_goodbye(screen, place, episode, case)
    return Finished(episode, code)


def _check_writable(folder: Path) -> None:
    """Say before the person has typed anything that nothing could be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        problem = "" if os.access(folder, os.W_OK) else "permission denied"
    except OSError as exc:
        problem = exc.strerror or str(exc)
    if problem:
        raise AceError(
            f"{folder}: the session cannot be kept here ({problem}); name another folder with --trace-folder"
        )


async def _check_reachable(place: Place) -> None:
    for settings in place.session.asked_settings():
        await check_reachable(settings)


@dataclass(frozen=True)
class _Talk:
    """Who talks about what, and for how long."""

    case: TutorSample
    screen: Screen
    behind: Behind
    turns: int


async def _teach(place: Place, talk: _Talk, controller: Controller) -> Episode:
    case, screen, behind, turns = talk.case, talk.screen, talk.behind, talk.turns
    agent = place.session.build_agent(controller)
    assert isinstance(agent, TutorAgent), "only the tutor teaches"
    watcher = Watcher(screen, behind)
    budgets = Budgets(
        steps=STEPS_A_TURN * turns,
        tool_calls=TOOL_CALLS,
        student_turns=turns,
        context_tokens=agent.parts.budgets.context_tokens,
        seconds=None,  # people think as long as they like
        cost_usd=agent.parts.budgets.cost_usd,
    )
    # With a person every gate acts; in the improvement loop two of them only observe.
    parts = replace(
        agent.parts,
        make_student=lambda sample, seed: Person(sample, case.opening, screen, behind),
        is_student_simulated=False,
        gates=ALL_ENFORCED,
        watch=watcher.acting,
        budgets=budgets,
        read_opening=lambda sample: read_opening(sample.opening, sample),
    )
    if isinstance(parts.caller, ControlledCaller):
        parts = replace(parts, caller=AskingCaller(parts.caller, screen))
    seed = fresh_seed(place.run)
    job = EpisodeJob(rules=place.rules, seed=seed, run=place.run, commit=place.commit, bundle=place.bundle)
    with EventLog(events_path(place.folder)) as log:
        sink = _Sink(log, watcher)
        try:
            return await TutorAgent(parts).run(case, job, sink)
        except asyncio.CancelledError:
            sink.cut_short()
            raise
        finally:
            await close(controller)
            await close(agent)


class _Sink:
    """Writes events to the log and tells the watcher; gives a session that was interrupted its end."""

    def __init__(self, log: EventLog, watcher: Watcher) -> None:
        self._log, self._watcher = log, watcher
        self._header: Header | None = None
        self._is_over = False

    def write(self, event: Event) -> None:
        """Write the event, then tell of it."""
        self._log.write(event)
        if isinstance(event, Header):
            self._header = event
        self._is_over = self._is_over or isinstance(event, Outcome)
        self._watcher.happened(event)

    def cut_short(self) -> None:
        """End the record: the person interrupted the tutor at work. It is not scored."""
        if self._header is None or self._is_over:
            return
        message = "the episode could not be finished and is not scored"
        error = "interrupted by the person while the tutor was at work"
        self.write(Outcome(self._header.run, self._header.episode, "infrastructure_error", message, {}, error=error))


def _record(place: Place, case: TutorSample, controller: Controller) -> RunRecord:
    return RunRecord(
        run=place.run,
        created=place.session.clock.now(),
        agent=case.agent,
        arm="person",
        playbook_commit=place.commit,
        rules={rule.id: rule.fingerprint()[:16] for rule in place.rules},
        controller=controller.info.label,
        simulated=controller.info.simulated,
        split=case.split,
        samples=(case.id,),
        trials=1,
        seed=fresh_seed(place.run),
    )


def _greeting(case: TutorSample, controller: Controller, image: str) -> str:
    lines = [DISCLAIMER, f"Tutor: {controller.info.label}. Level: {case.student.level}. /help shows the commands."]
    if controller.info.simulated:
        lines.append("This tutor is simulated: it follows written hints and understands nothing of what you type.")
    if case.case == OWN and not case.answer:
        lines.append(
            "The answer is not known to ACE (--answer says it): no gate can keep the tutor from giving it away, and "
            "nobody can say whether you are right; each answer counts as partly right."
        )
    elif not case.options:
        lines.append("Your answer is judged by its words: it counts as right when it says the answer given to ACE.")
    shown = (question_text(case), image) if image else (question_text(case),)
    return "\n".join((*lines, "", *shown, "", "What do you see, or think, so far?"))


def _say_goodbye(screen: Screen, place: Place, episode: Episode | None, case: TutorSample) -> None:
    outcome = episode.outcome if episode is not None else None
    if episode is None or outcome is None:
        spoken, truth, how, terminal, identity = "", "", "Interrupted; what happened is kept.", "interrupted", ""
    else:
        spoken, truth, how = ending(outcome, _last_shown(episode.steps), case)
        terminal, identity = outcome.terminal, episode.header.episode
    if spoken:
        screen.show(Note("tutor", spoken, {"action": "REVEAL_ANSWER" if terminal == "answered" else "SAFETY_REFUSE"}))
    if truth:
        screen.show(Note("notice", truth))
    is_findable = place.is_repository and place.folder.parent == place.session.workspace.runs
    look = f"\nLook at it with: ace show {place.run}" + (f", ace trace {identity}" if identity else "")
    where = f"Trace: {events_path(place.folder)}{look if is_findable else ''}"
    data = {"terminal": terminal, "run": place.run, "episode": identity, "trace": str(events_path(place.folder))}
    screen.show(Note("end", f"{how}\n{where}", dict(data)))


def _last_shown(steps: tuple[Step, ...]) -> str:
    return steps[-1].shown if steps else ""
