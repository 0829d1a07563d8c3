"""Keeps one episode's events, and passes each on as it happens."""

from dataclasses import asdict

from runtime.contracts.errors import RuntimeFault, TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import TraceSink
from runtime.contracts.state import Spent
from runtime.contracts.trace_event import Episode, Event, Header, Outcome, Step


class SinkError(TraceError):
    """An event could not be written. It ends the run: an episode nobody can read back says nothing."""


def spent_json(spent: Spent) -> JsonObject:
    """Return what an episode has used as its outcome holds it."""
    out = asdict(spent)
    out["seconds"] = round(spent.seconds, 3)
    return out


class EpisodeRecorder:
    """Keeps the events of one episode and passes each on as it happens."""

    def __init__(self, sink: TraceSink | None) -> None:
        """Pass events on to `sink`, if there is one."""
        self._sink = sink
        self._header: Header | None = None
        self._steps: list[Step] = []
        self._outcome: Outcome | None = None

    def write(self, event: Event) -> None:
        """Keep the event and pass it on."""
        if isinstance(event, Header):
            self._header = event
        elif isinstance(event, Step):
            self._steps.append(event)
        else:
            self._outcome = event
        if self._sink is None:
            return
        try:
            self._sink.write(event)
        except RuntimeFault as exc:
            raise SinkError(str(exc)) from exc
        except Exception as exc:
            raise SinkError(f"an event of {event.episode} could not be written: {type(exc).__name__}: {exc}") from exc

    def episode(self) -> Episode:
        """Return what was written so far as an episode."""
        assert self._header is not None
        return Episode(self._header, tuple(self._steps), self._outcome)
