"""What an episode cost so far, from the newest run of the same agent under the same controller."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple, get_args

from ace.config.settings import Settings
from ace.errors import AceError
from ace.evaluation.usage import usage_of
from ace.runs.run_record import load_run
from ace.session import Session, with_settings
from ace.workspace import IMPORT_RUN, TUTOR_RUN
from runtime.agents.own.settings import OwnKind
from runtime.contracts.errors import TraceError
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.models.settings import ControllerSettings


class EpisodeCost(NamedTuple):
    """Medians over the `episodes` of `run` that ended: model calls, tokens (both ways), US dollars, wall seconds.

    None: the agent, which brings its own model, reports none of that kind in any episode; what it used is not known.
    `simulated`: a simulated part played, so the figures say nothing about a real model.
    """

    run: str
    episodes: int
    model_calls: float | None
    tokens: float | None
    usd: float | None
    seconds: float
    simulated: bool


def known_cost(session: Session) -> EpisodeCost | None:
    """Return what an episode of the configured controller cost in its newest run, None when there is no such run.

    A run that cannot be read is passed over: `ace show` says why. Raises: ModelError when a script or recording that
    the controller needs cannot be used.
    """
    if session.settings.controller is None and not session.agent.has_own_model:
        return None
    label = run_label(session)
    folders = sorted(session.workspace.runs.glob("r-*"), reverse=True) if session.workspace.runs.is_dir() else []
    for folder in folders:
        if not folder.name.startswith((TUTOR_RUN, IMPORT_RUN)):
            found = _cost_of(folder, session.settings, label)
            if found is not None:
                return found
    return None


def run_label(session: Session) -> str:
    """Return how runs name the configured controller, with the solver where it has a model of its own.

    No key is needed. Raises: as `known_cost`.
    """
    from runtime.loop.parts import both

    if session.agent.has_own_model:
        return session.who_decides().label
    controller, solver = session.controller_settings(), session.settings.solver
    info = _info(session, controller)
    return both(info, _info(session, solver) if solver else info).label


def median_cost(run: str, episodes: Sequence[Episode]) -> EpisodeCost | None:
    """Return the medians over the episodes that ended, None when none did."""
    ended = [episode for episode in episodes if not episode.is_infrastructure_error]
    if not ended:
        return None
    used = [usage_of((episode,)) for episode in ended]
    is_own = any(_brings_model(episode) for episode in ended)
    return EpisodeCost(
        run=run,
        episodes=len(ended),
        model_calls=_median([one.model_calls for one in used], is_own),
        tokens=_median([one.tokens for one in used], is_own),
        usd=_median([one.usd for one in used], is_own),
        seconds=median(_seconds(episode) for episode in ended),
        simulated=any(episode.header.controller.simulated for episode in ended),
    )


def is_use_unreported(episodes: Iterable[Episode]) -> bool:
    """Return True when episodes of an agent with a model of its own say nothing of what they used."""
    ended = [episode for episode in episodes if episode.outcome is not None]
    used = usage_of(ended)
    return any(map(_brings_model, ended)) and not (used.model_calls or used.tokens or used.usd)


def _brings_model(episode: Episode) -> bool:
    return not episode.header.imported and episode.header.controller.backend in get_args(OwnKind)


def _median(values: Sequence[float], is_own: bool) -> float | None:
    """An own agent that never says a figure has not reported it: that is not known to be nothing."""
    return None if is_own and not any(values) else median(values)


def _info(session: Session, chosen: ControllerSettings) -> ControllerInfo:
    if chosen.kind == "openai":
        return ControllerInfo("openai", chosen.model, simulated=False)
    if chosen.kind == "local":
        return ControllerInfo("local", Path(chosen.model).name, simulated=False)
    return with_settings(session, session.settings.model_copy(update={"controller": chosen})).controller().info


def _cost_of(folder: Path, settings: Settings, label: str) -> EpisodeCost | None:
    try:
        run = load_run(folder)
    except (AceError, TraceError):
        return None
    if (run.record.agent, run.record.controller) != (settings.agent, label):
        return None
    return median_cost(run.record.run, run.episodes)


def _seconds(episode: Episode) -> float:
    value = episode.outcome.spent.get("seconds", 0.0) if episode.outcome else 0.0
    return float(value) if isinstance(value, int | float) else 0.0
