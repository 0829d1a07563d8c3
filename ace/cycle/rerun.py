"""Which episodes that wait for a person are run anew, as their agent cannot go on in the middle of one."""

from collections.abc import Mapping
from typing import TypeAlias

from ace.session import Session
from runtime.contracts.errors import ControlError
from runtime.contracts.trace_event import Episode
from runtime.control.pending_store import PendingStore

Place: TypeAlias = tuple[str, int]


def without_decided(session: Session, done: Mapping[Place, Episode]) -> dict[Place, Episode]:
    """Return `done` without the episodes to run anew: those whose waiting call was decided, or is kept no more.

    Of an agent that can be resumed none is run anew: `ace calls resume` goes on with them.
    Raises: ConfigError for control settings that name a tool that is not there.
    """
    waiting = [place for place, episode in done.items() if episode.is_waiting]
    if session.agent.is_resumable or not waiting:
        return dict(done)
    folder = session.control_settings().folder
    assert folder is not None
    store = PendingStore(folder)
    anew = {place for place in waiting if not _is_open(store, done[place])}
    return {place: episode for place, episode in done.items() if place not in anew}


def _is_open(store: PendingStore, episode: Episode) -> bool:
    assert episode.outcome is not None
    try:
        return store.get(episode.outcome.error).decision is None
    except ControlError:
        return False
