"""Event logs read back: events grouped into episodes, and every line that could not be used named with its reason."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from runtime.contracts.errors import TraceError
from runtime.contracts.trace_event import Episode, Event, Header, Outcome, Step
from runtime.traces.event_digest import LinesCheck
from runtime.traces.event_json import UnknownSchemaError, decode_line, event_from_json

SEGMENT_PATTERN = "*.jsonl"
_Key: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Problem:
    """One line that could not be used. `line` counts from 1; 0 speaks of the whole file."""

    path: str
    line: int
    reason: str


class ReadResult(NamedTuple):
    """Episodes in the order they began, and what could not be read."""

    episodes: tuple[Episode, ...]
    problems: tuple[Problem, ...]


@dataclass
class _Open:
    """An episode being put together."""

    line: int
    header: Header
    steps: list[Step] = field(default_factory=list)
    lines: LinesCheck = field(default_factory=LinesCheck)

    def finished(self, outcome: Outcome | None) -> "_Placed":
        return _Placed(self.line, Episode(self.header, tuple(self.steps), outcome))


class _Placed(NamedTuple):
    line: int
    episode: Episode


def read_episodes(path: Path) -> ReadResult:
    """Return every episode of a segment, or of all segments (`*.jsonl`) under a folder.

    A bad line is reported and the rest is read; an episode without an outcome is returned with `outcome=None`, unless
    it was run again later. An episode whose lines are not those its hash was taken of is left out: what somebody edited
    is evidence of nothing. Raises: TraceError when `path` does not exist or a log is of an unknown schema version.
    """
    problems: list[Problem] = []
    episodes: dict[_Key, Episode] = {}
    finished: set[_Key] = set()
    for segment in segment_paths(path):
        for placed in sorted(_Segment(segment, problems, finished).read(), key=lambda item: item.line):
            header = placed.episode.header
            if episodes.pop((header.run, header.episode), None) is not None:
                problems.append(_begins_again(segment, placed.line, header))
            episodes[header.run, header.episode] = placed.episode
    return ReadResult(tuple(episodes.values()), tuple(problems))


def iter_episodes(path: Path, problems: list[Problem] | None = None) -> Iterator[Episode]:
    """Yield episodes as they end, holding only unfinished ones in memory; those cut off come last in their segment.

    What could not be read is appended to `problems`. An episode cut off in one segment and run again in a later one
    comes twice, first without an outcome. Raises: as `read_episodes`, when the bad line is reached.
    """
    finished: set[_Key] = set()
    found = [] if problems is None else problems
    for segment in segment_paths(path):
        for placed in _Segment(segment, found, finished).read():
            yield placed.episode


def segment_paths(path: Path) -> tuple[Path, ...]:
    """Return `path` itself, or the segments under it by name. Raises: TraceError when it does not exist."""
    if path.is_dir():
        return tuple(sorted(file for file in path.rglob(SEGMENT_PATTERN) if file.is_file()))
    if not path.exists():
        raise TraceError(f"{path}: no such event log; give a .jsonl segment or a folder of them")
    return (path,)


def _begins_again(path: Path, line: int, header: Header) -> Problem:
    return Problem(str(path), line, f"episode {header.episode!r} begins again; its earlier, cut-off record is left out")


class _Segment:
    def __init__(self, path: Path, problems: list[Problem], finished: set[_Key]) -> None:
        self._path = path
        self._problems = problems
        self._finished = finished
        self._open: dict[_Key, _Open] = {}

    def read(self) -> Iterator[_Placed]:
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                event = self._event(number, line)
                placed = None if event is None else self._take(number, event, line)
                if placed is not None:
                    yield placed
        for unfinished in self._open.values():
            yield unfinished.finished(None)

    def _event(self, number: int, line: bytes) -> Event | None:
        if not line.strip():
            return None
        try:
            return event_from_json(decode_line(line))
        except UnknownSchemaError as exc:
            raise UnknownSchemaError(f"{self._path}:{number}: {exc}") from exc
        except TraceError as exc:
            is_torn = not line.endswith(b"\n")
            self._note(number, f"torn last line, {len(line)} bytes: {exc}" if is_torn else str(exc))
            return None

    def _take(self, number: int, event: Event, line: bytes) -> _Placed | None:
        key = (event.run, event.episode)
        if isinstance(event, Header):
            self._begin(number, key, event)
            if key in self._open:
                self._open[key].lines.add(line)
            return None
        episode = self._open.get(key)
        if episode is None:
            self._note(number, f"{event.type} of episode {event.episode!r}, which is not open here; left out")
            return None
        if isinstance(event, Outcome):
            del self._open[key]
            if episode.lines.check(line) == "edited":
                self._note(number, f"episode {event.episode!r} was edited since it was written; left out")
                return None
            self._finished.add(key)
            return episode.finished(event)
        episode.lines.add(line)
        if episode.steps and event.step <= episode.steps[-1].step:
            self._note(number, f"step {event.step} of episode {event.episode!r} comes twice; the later one is left out")
        else:
            episode.steps.append(event)
        return None

    def _begin(self, number: int, key: _Key, header: Header) -> None:
        earlier = self._open.pop(key, None)
        if earlier is not None:
            self._problems.append(_begins_again(self._path, number, header))
        elif key in self._finished:
            self._note(number, f"episode {header.episode!r} of run {header.run!r} was already read; left out")
            return
        self._open[key] = _Open(number, header)

    def _note(self, line: int, reason: str) -> None:
        self._problems.append(Problem(str(self._path), line, reason))
