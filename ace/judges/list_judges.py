"""Every judge there is: those set in ace.yaml, and those that come with ACE."""

from collections.abc import Mapping
from typing import NamedTuple

from ace.errors import ConfigError
from ace.judges.identity import Identity, identity
from ace.judges.judge_model import judge_settings
from ace.judges.rubric import Rubric, find_rubric, shipped_rubrics
from ace.judges.standing import Standing, standing
from ace.session import Session
from runtime.models.settings import ControllerSettings


class ListedJudge(NamedTuple):
    """A rubric with its judge's identity and standing; both None where no model is set."""

    source: str
    rubric: Rubric
    is_configured: bool
    judge: Identity | None
    standing: Standing | None


def list_judges(session: Session, flags: Mapping[str, object]) -> tuple[ListedJudge, ...]:
    """Return the configured judges, then the shipped ones that are not. Nothing is sent to a model.

    Raises: JudgeError for a configured rubric that cannot be used.
    """
    model = _model(session, flags)
    configured = session.settings.analysis.judges
    names = dict.fromkeys((*configured, *shipped_rubrics()))
    return tuple(_listed(session, name, name in configured, model) for name in names)


def _model(session: Session, flags: Mapping[str, object]) -> ControllerSettings | None:
    try:
        return judge_settings(session, flags)
    except ConfigError:
        return None  # shown as such: a list must not need a model


def _listed(session: Session, name: str, is_configured: bool, model: ControllerSettings | None) -> ListedJudge:
    rubric = find_rubric(name, session.workspace.repo)
    if model is None:
        return ListedJudge(name, rubric, is_configured, None, None)
    judge = identity(rubric, model)
    return ListedJudge(name, rubric, is_configured, judge, standing(session.workspace, rubric, judge))
