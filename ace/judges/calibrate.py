"""Hold a judge against people's labels."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ace.errors import BusyError
from ace.judges.answer import JudgeAnswer
from ace.judges.answers_file import AnswersFile
from ace.judges.ask_judge import AskedAll, Asking, Told, ask_all
from ace.judges.calibration import (
    CalibratedItem,
    Calibration,
    answers_path,
    calibration_path,
    judges_folder,
    load_calibration,
    newest_calibration,
    store_calibration,
)
from ace.judges.errors import JudgeError
from ace.judges.identity import Identity, identity
from ace.judges.judge_model import build_judge_model
from ace.judges.labels import Labelled
from ace.judges.rubric import Rubric
from ace.judges.shown_episode import Shown
from ace.judges.standing import Standing, standing_of
from ace.session import Session
from runtime.contracts.ports import Controller
from runtime.models.closing import close_controller
from runtime.models.settings import ControllerSettings


@dataclass(frozen=True)
class CalibrateRequest:
    """What is calibrated on what. `is_fresh` asks again what was answered before; `labels` names the file."""

    rubric: Rubric
    model: ControllerSettings
    items: tuple[Labelled, ...]
    labels: str
    is_fresh: bool = False


@dataclass(frozen=True)
class Calibrated:
    """A calibration, how the judge stands by it, and how many questions were put to its model just now."""

    judge: Identity
    standing: Standing
    calibration: Calibration
    path: Path
    asked: int


def calibrate(session: Session, request: CalibrateRequest, told: Told) -> Calibrated:
    """Ask the judge about every item, store its answers beside people's labels, and return how it stands.

    What was answered before is not asked again, so that an interrupted calibration goes on where it stopped.
    Raises: JudgeError when the model was lost on the way; BusyError when the judge is being calibrated already.
    """
    judge = identity(request.rubric, request.model)
    folder = judges_folder(session.workspace, request.rubric.name)
    with _lock(folder):
        kept = AnswersFile(answers_path(folder, judge))
        if request.is_fresh:
            kept.forget(session.clock.now())
        model = build_judge_model(session, request.model)
        asking = Asking(request.model.concurrency, told)
        shown = [item.shown for item in request.items]
        asked = asyncio.run(ask_and_close(request.rubric, shown, model, kept, asking))
        answers = _complete(asked)
        simulated = model.info.simulated
        made = _calibration(session.clock.now(), judge, request, answers, simulated)
        stored, path = _stored(folder, judge, made)
    return Calibrated(judge, standing_of(stored, request.rubric, folder), stored, path, asked.asked)


async def ask_and_close(
    rubric: Rubric, items: Sequence[Shown], model: Controller, kept: AnswersFile, asking: Asking
) -> AskedAll:
    """Return what `ask_all` does, the model closed afterwards."""
    try:
        return await ask_all(rubric, items, model, kept, asking)
    finally:
        await close_controller(model)


def _complete(asked: AskedAll) -> tuple[JudgeAnswer, ...]:
    answers = [answer for answer in asked.answers if answer is not None]
    if asked.gone:
        kept = f"{len(answers)} of {len(asked.answers)} items are answered and kept"
        raise JudgeError(f"{asked.gone}\n{kept}; the same command goes on")
    return tuple(answers)


def _calibration(
    now: str, judge: Identity, request: CalibrateRequest, answers: Sequence[JudgeAnswer], simulated: bool
) -> Calibration:
    items = tuple(
        CalibratedItem(
            item=answer.item,
            id=item.id,
            human=item.is_failing,
            judge=answer.is_failing,
            reason=answer.reason,
            quote=answer.quote,
            problem=answer.problem,
        )
        for item, answer in zip(request.items, answers, strict=True)
    )
    return Calibration(
        judge=judge.to_json(),
        created=now,
        simulated=simulated,
        labels=request.labels,
        items=items,
        calls=sum(answer.calls for answer in answers),
        prompt_tokens=sum(answer.prompt_tokens for answer in answers),
        completion_tokens=sum(answer.completion_tokens for answer in answers),
        cost_usd=sum(answer.cost_usd for answer in answers),
        seconds=round(sum(answer.seconds for answer in answers), 2),
    )


def _stored(folder: Path, judge: Identity, made: Calibration) -> tuple[Calibration, Path]:
    """Store `made`, to be compared with the newest before it; the same items and answers again change nothing."""
    path = calibration_path(folder, judge)
    current = load_calibration(path)
    if current is not None and current.items == made.items:
        return current, path
    newest = newest_calibration(folder)
    made = made.model_copy(update={"against": newest.calibration.archived_name if newest else ""})
    return made, store_calibration(folder, judge, made)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(str(folder / "lock"), timeout=0):
            yield
    except Timeout:
        raise BusyError(f"{folder}: this judge is being asked by another process; wait for it to end") from None
