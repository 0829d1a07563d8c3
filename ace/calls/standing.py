"""Whether a pending call still stands: its run is there, and no later try has taken its place."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ace.errors import AceError
from ace.runs.run_record import events_path
from ace.session import Session
from runtime.agents.registry import goes_on_by
from runtime.contracts.errors import TraceError
from runtime.contracts.trace_event import Episode
from runtime.control.pending_call import PendingCall
from runtime.control.pending_store import PendingStore
from runtime.traces.read_events import read_episodes


class Standing(NamedTuple):
    """A pending call with why it no longer stands; an empty reason when it does. `tries` are those at its place."""

    call: PendingCall
    stale: str
    tries: tuple[Episode, ...]

    @property
    def why_not(self) -> str:
        """Why it cannot be resumed: it no longer stands, or something had changed when it was last tried."""
        return self.stale or ("" if self.call.status == "done" else self.call.changed)

    @property
    def onward(self) -> str:
        """The command that goes on with the episode once the call is decided."""
        agent = self.tries[0].header.agent if self.tries else ""
        command = goes_on_by(agent, self.call.run)
        return f"{command} {self.call.id}" if command == "ace calls resume" else command

    @property
    def recorded(self) -> Episode:
        """The episode that asked."""
        return next(episode for episode in self.tries if episode.header.episode == self.call.episode)


def open_store(session: Session) -> PendingStore:
    """Return the store of the repository's pending calls."""
    folder = session.control_settings().folder
    assert folder is not None
    return PendingStore(folder)


def standings(session: Session, calls: Iterable[PendingCall]) -> tuple[Standing, ...]:
    """Return each call with whether it still stands, reading each run's log once."""

    @cache
    def episodes(run: str) -> tuple[Episode, ...]:
        return read_episodes(events_path(session.workspace.runs / run)).episodes

    def judged(call: PendingCall) -> Standing:
        if call.run.startswith("a-"):
            why = f"it was asked in a trial arm, which does not wait; allow or deny {call.tool} under `control` instead"
            return Standing(call, why, ())
        try:
            known = episodes(call.run)
        except TraceError:
            return Standing(call, f"run {call.run} is not there any more", ())
        place = (call.sample, call.trial)
        tries = tuple(one for one in known if (one.header.sample, one.header.trial) == place)
        return Standing(call, _stale(call, tries), tries)

    return tuple(judged(call) for call in calls)


def standing(session: Session, call: PendingCall) -> Standing:
    """Return whether one call still stands."""
    return standings(session, [call])[0]


def count_waiting(session: Session) -> int:
    """Return how many calls that still stand nobody has decided on. Raises: ControlError when one cannot be read."""
    asked = [call for call in open_store(session).all() if call.status != "done" and call.decision is None]
    return sum(not found.why_not for found in standings(session, asked))


def _stale(call: PendingCall, tries: tuple[Episode, ...]) -> str:
    if all(one.header.episode != call.episode for one in tries):
        return f"episode {call.episode} is not in run {call.run} any more"
    if call.status == "done":
        return ""
    later = next((one for one in reversed(tries) if one.header.episode not in call.episodes), None)
    if later is not None and tries.index(later) > [one.header.episode for one in tries].index(call.episode):
        return f"the episode was run again as {later.header.episode}"
    ended = next((one for one in tries if not one.is_infrastructure_error), None)
    return f"the episode has ended as {ended.header.episode}" if ended is not None else ""


def refuse_stale(found: Standing) -> None:
    """Raise AceError when the call no longer stands."""
    if found.stale:
        raise AceError(f"{found.call.id} is stale: {found.stale}; nothing was done")
