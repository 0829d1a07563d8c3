"""Imported events as the event log holds them, and their lines; quick for those in which nothing has to be changed."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import orjson

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import as_object
from runtime.contracts.trace_event import Episode, Event, Outcome
from runtime.traces.event_digest import EpisodeDigests
from runtime.traces.event_json import encode_line, event_from_json, event_to_json
from runtime.traces.redaction import PATTERNS, redact

_EventT = TypeVar("_EventT", bound=Event)
_BUFFER = 1 << 20
# Every secret, and every field whose value is one, has one of these in it; redaction's own test of a text.
_HINT = re.compile("|".join(sorted({re.escape(hint) for secret in PATTERNS for hint in secret.hints})))
# Names of our own fields that look like it.
_OWN_FIELDS = ('"prompt_tokens":', '"completion_tokens":', '"cached_tokens":', '"idempotency_key":')


def as_logged(event: _EventT) -> _EventT:
    """Return the event as it will be read back from the log: secrets redacted, and what UTF-8 cannot hold written out.

    The event itself where nothing in it has to be changed.
    """
    line = _whole_line(event)
    if line is not None and not _may_hold_secret(line):
        return event
    read = event_from_json(as_object(redact(event_to_json(event))))
    assert isinstance(read, type(event))
    return read


def write_episodes(path: Path, episodes: Iterable[Episode]) -> None:
    """Write a new event log of events that `as_logged` returned; on disk when this returns, each episode sealed.

    Unlike EventLog, which a crash must cost no episode, this waits for the disk once. Raises: TraceError when the file
    cannot be written whole.
    """
    digests = EpisodeDigests()
    try:
        with path.open("xb", buffering=_BUFFER) as file:
            for episode in episodes:
                for event in _events(episode):
                    line = _line(event)
                    if isinstance(event, Outcome):
                        line = digests.sealed(event, event_to_json(event))
                    file.write(line)
                    digests.add(event, line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as exc:
        raise TraceError(
            f"{path.parent.parent}: the import cannot be written ({exc.strerror or exc}); nothing of it was kept: "
            "make room or make the folder writable, then import again"
        ) from exc


def _events(episode: Episode) -> Iterable[Event]:
    yield episode.header
    yield from episode.steps
    if episode.outcome is not None:
        yield episode.outcome


def _line(event: Event) -> bytes:
    line = _whole_line(event)
    return encode_line(event_to_json(event)) if line is None else line + b"\n"


def _whole_line(event: Event) -> bytes | None:
    """Return the event as JSON; None where that takes more care: lone surrogates, integers over 64 bits."""
    try:
        return orjson.dumps(event)
    except TypeError:
        return None


def _may_hold_secret(line: bytes) -> bool:
    text = line.decode()
    for name in _OWN_FIELDS:
        text = text.replace(name, "")
    return _HINT.search(text.lower()) is not None
