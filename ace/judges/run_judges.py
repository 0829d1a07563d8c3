"""Ask the configured judges about episodes; only those that people's labels vouch for give findings."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ace.errors import ConfigError
from ace.judges.answer import JudgeAnswer
from ace.judges.answers_file import AnswersFile
from ace.judges.ask_judge import Asking, Told
from ace.judges.calibrate import ask_and_close
from ace.judges.calibration import answers_path, judges_folder
from ace.judges.identity import Identity, identity
from ace.judges.judge_detector import detector_name, judge_finding
from ace.judges.judge_model import build_judge_model, judge_settings
from ace.judges.rubric import Rubric, find_rubric
from ace.judges.shown_episode import shown_episode
from ace.judges.standing import Standing, standing
from ace.session import Session
from ace.text.counted import counted
from analyzers.detectors.detector import is_read
from analyzers.finding import Finding
from runtime.contracts.errors import ModelError
from runtime.contracts.trace_event import Episode
from runtime.models.settings import ControllerSettings


class JudgeResult(NamedTuple):
    """Findings of usable judges, by judge and then by episode; and a line on each judge: what it did or why not."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


class Judged(NamedTuple):
    """One episode with the judge's answer."""

    episode: Episode
    answer: JudgeAnswer


@dataclass(frozen=True)
class JudgedEpisodes:
    """What a judge said of the episodes it could read. `open`: not answered, `gone` says how the model was lost."""

    judged: tuple[Judged, ...]
    asked: int
    open: int
    gone: str
    simulated: bool

    @property
    def unusable(self) -> int:
        """Answers that could not be used."""
        return sum(one.answer.is_failing is None for one in self.judged)


def judge_findings(session: Session, episodes: Sequence[Episode]) -> JudgeResult:
    """Return what the judges of `analysis.judges` find in `episodes`.

    A judge that was not calibrated, has changed since, has drifted or is under its floor is not asked at all and gives
    a note instead. A model that cannot be reached gives a note; what it answered before is used.
    Raises: ConfigError when no judge or no model is set; JudgeError for a rubric or calibration that cannot be read.
    """
    names = session.settings.analysis.judges
    if not names:
        raise ConfigError("no judge is set: name rubric files under `analysis.judges` in ace.yaml")
    settings = judge_settings(session)
    findings: list[Finding] = []
    notes: list[str] = []
    for name in names:
        rubric = find_rubric(name, session.workspace.repo)
        stands = standing(session.workspace, rubric, identity(rubric, settings))
        if not stands.is_usable:
            notes.append(left_out(rubric, stands))
            continue
        try:
            said = judge_episodes(session, rubric, settings, episodes)
        except ModelError as exc:
            notes.append(f"{detector_name(rubric)}: the model gave no answer, so nothing is judged: {exc}")
            continue
        found = [judge_finding(rubric, one.episode, one.answer) for one in said.judged]
        findings += [finding for finding in found if finding is not None]
        notes.append(_did(rubric, identity(rubric, settings), said, sum(one is not None for one in found)))
    return JudgeResult(tuple(findings), tuple(notes))


def judge_episodes(
    session: Session,
    rubric: Rubric,
    settings: ControllerSettings,
    episodes: Sequence[Episode],
    told: Told = lambda done, of: None,
) -> JudgedEpisodes:
    """Return what the judge says of each episode it reads, whatever its standing; kept answers are not asked again.

    Raises: ModelError when the model refuses from the start.
    """
    read = [one for one in episodes if not one.is_infrastructure_error and _reads(rubric, one)]
    shown = [(one, found) for one in read if (found := shown_episode(one, rubric.shows)) is not None]
    model = build_judge_model(session, settings)
    folder = judges_folder(session.workspace, rubric.name)
    kept = AnswersFile(answers_path(folder, identity(rubric, settings)))
    items = [found for _, found in shown]
    asked = asyncio.run(ask_and_close(rubric, items, model, kept, Asking(settings.concurrency, told)))
    pairs = zip(shown, asked.answers, strict=True)
    judged = tuple(Judged(episode, answer) for (episode, _), answer in pairs if answer is not None)
    return JudgedEpisodes(judged, asked.asked, len(items) - len(judged), asked.gone, model.info.simulated)


def left_out(rubric: Rubric, stands: Standing) -> str:
    """Return why a judge gives no verdicts, and what to do."""
    remedy = {
        "not calibrated": f"ace judge calibrate {rubric.name} --labels FILE",
        "changed": f"ace judge calibrate {rubric.name} --labels FILE",
        "under floor": "a better model, a clearer rubric or more labelled items",
        "drifted": f"ace judge calibrate {rubric.name} --labels FILE --fresh, once it is clear why",
    }[stands.state]
    return f"{detector_name(rubric)}: not asked, {stands.state}: {stands.reason}; what helps: {remedy}"


def _reads(rubric: Rubric, episode: Episode) -> bool:
    return is_read(rubric.scope, episode.header.agent)


def _did(rubric: Rubric, judge: Identity, said: JudgedEpisodes, failing: int) -> str:
    mark = " (simulated)" if said.simulated else ""
    text = (
        f"{detector_name(rubric)}: {judge.model}{mark} judged {counted(len(said.judged), 'episode')}, {failing} failing"
    )
    if said.unusable:
        text += f", {said.unusable} answers could not be used"
    return f"{text}; {said.open} not answered: {said.gone}" if said.open else text
