"""One episode out of many logs: lines are looked through as bytes, and only those that can be meant are parsed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from runtime.contracts.errors import TraceError
from runtime.contracts.trace_event import Episode, Event, Header, Outcome, Step
from runtime.traces.event_digest import Integrity, check_lines
from runtime.traces.event_json import UnknownSchemaError, decode_line, event_from_json
from runtime.traces.read_events import segment_paths

FEW = 20
_HEADER = re.compile(rb'"type"\s*:\s*"episode"')


class Found(NamedTuple):
    """One episode: where its header stands, whether its lines are those written, and what could not be read of it."""

    episode: Episode
    path: Path
    line: int
    integrity: Integrity
    problems: tuple[str, ...]


def find_episodes(paths: Iterable[Path], name: str = "") -> Iterator[Found]:
    """Yield the episodes that `name` names: an id, the start of one, a sample's whole id or a case's. Empty: all.

    `paths` are logs or folders of them; those that do not exist are passed over. Of an episode that begins again in the
    same log the finished record counts, else the later one. Raises: TraceError for an unknown schema version.
    """
    for path in paths:
        for segment in segment_paths(path) if path.exists() else ():
            yield from _in_segment(segment, name)


def find_headers(path: Path, name: str) -> tuple[Header, ...]:
    """Return the headers of the episodes `name` names in a log, each id once: quicker than reading their steps.

    Raises: as `find_episodes`.
    """
    segments = segment_paths(path) if path.exists() else ()
    return tuple({key: one for segment in segments for key, one in _wanted(segment, name).items()}.values())


class _Line(NamedTuple):
    number: int
    text: bytes
    event: Event | None
    problem: str


@dataclass
class _Open:
    """The lines of one episode so far."""

    header: Header
    number: int
    lines: list[bytes]
    steps: list[Step] = field(default_factory=list)
    outcome: Outcome | None = None
    problems: list[str] = field(default_factory=list)

    def take(self, line: _Line) -> None:
        self.lines.append(line.text)
        if isinstance(line.event, Step):
            self.steps.append(line.event)
        elif isinstance(line.event, Outcome):
            self.outcome = line.event
        if line.problem:
            self.problems.append(line.problem)

    def found(self, segment: Path) -> Found:
        episode = Episode(self.header, tuple(self.steps), self.outcome)
        return Found(episode, segment, self.number, check_lines(self.lines), tuple(self.problems))


def _in_segment(segment: Path, name: str) -> Iterator[Found]:
    # Twice over the bytes costs less than parsing once.
    wanted = frozenset(_wanted(segment, name))
    if not wanted:
        return
    mention = _any_of(wanted)
    open_: dict[str, _Open] = {}
    with segment.open("rb") as file:
        for number, line in enumerate(file, 1):
            match = mention.search(line)
            if match is not None:
                event, problem = _read(line, f"{segment}:{number}")
                mentioned = match.group(1).decode() if event is None else event.episode
                if mentioned in wanted:
                    _take(open_, mentioned, _Line(number, line, event, problem))
    for episode in open_.values():
        yield episode.found(segment)


def _any_of(wanted: frozenset[str]) -> re.Pattern[bytes]:
    # Where many are wanted, looking for each costs more than parsing every line.
    names = b"|".join(re.escape(one.encode()) for one in sorted(wanted)) if len(wanted) <= FEW else rb'[^"\\]*'
    return re.compile(rb'"episode"\s*:\s*"(' + names + rb')"')


def _take(open_: dict[str, _Open], name: str, line: _Line) -> None:
    under_way = open_.get(name)
    if isinstance(line.event, Header):
        if under_way is None or under_way.outcome is None:
            open_[name] = _Open(line.event, line.number, [line.text])
    elif under_way is not None and under_way.outcome is None:
        under_way.take(line)


def _wanted(segment: Path, name: str) -> dict[str, Header]:
    text = re.escape(name.encode("utf-8", "surrogateescape"))
    # Another program may have written the lines anew, with blanks: they must be found to be told as edited.
    either = re.compile(rb'"episode"\s*:\s*"' + text + rb'|"(?:sample|case)"\s*:\s*"' + text + rb'"')
    found: dict[str, Header] = {}
    with segment.open("rb") as file:
        for number, line in enumerate(file, 1):
            if _HEADER.search(line) is None or not either.search(line):
                continue
            event, _ = _read(line, f"{segment}:{number}")
            if not isinstance(event, Header):
                continue
            if event.episode.startswith(name) or name in (event.sample, event.case):
                found[event.episode] = event
    return found


def _read(line: bytes, where: str) -> tuple[Event | None, str]:
    try:
        return event_from_json(decode_line(line)), ""
    except UnknownSchemaError as exc:
        raise UnknownSchemaError(f"{where}: {exc}") from exc
    except TraceError as exc:
        return None, f"{where}: {exc}"
