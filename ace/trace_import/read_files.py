"""Trace files of other agents as episodes, and an account of what was read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from ace.trace_import.distinct_samples import with_distinct_samples
from ace.trace_import.logged_event import as_logged
from runtime.contracts.trace_event import Episode
from runtime.traces.event_json import visible_text
from runtime.traces.formats.read_transcripts import FileReading
from runtime.traces.formats.to_episode import episode_id, to_episode
from runtime.traces.formats.transcript import BadRecord, Transcript
from runtime.traces.recordable import recordable_text

IMPORT = "import"


@dataclass(frozen=True)
class FileCount:
    """What one file held. `format`: those found, joined by +. `paired`: calls whose result is recorded."""

    file: str
    format: str
    records: int
    episodes: int
    messages: int
    calls: int
    paired: int
    problems: int


@dataclass(frozen=True)
class ImportedFiles:
    """Episodes in the order they stand in the files, what could not be read, and a count a file."""

    episodes: tuple[Episode, ...]
    problems: tuple[BadRecord, ...]
    counts: tuple[FileCount, ...]


def read_trace_files(
    paths: Sequence[Path],
    format_name: str | None = None,
    agent: str = "",
    progress: Callable[[Path, int], None] = lambda path, episodes: None,
) -> ImportedFiles:
    """Return the episodes of `paths` as the event log would hold them: secrets redacted.

    `format_name`: read everything in this format, else each record in the one it fits. `agent`: the name of the agent,
    whatever the record says. `progress` is told how many episodes of a file have been read. Nothing a file holds makes
    this raise; what cannot be read is in `problems`. Raises: TraceError for an unknown format.
    """
    problems: list[BadRecord] = []
    episodes: list[tuple[Path, Episode]] = []
    counts: list[FileCount] = []
    seen: dict[str, int] = {}

    def report(problem: BadRecord) -> None:
        # A reason quotes what the file holds.
        what, reason = recordable_text(problem.what), recordable_text(problem.reason)
        problems.append(problem._replace(what=what, reason=reason))

    for path in paths:
        before = len(problems)
        reading = FileReading(path, report, format_name)
        read: list[_Read] = []
        for transcript in reading.transcripts():
            named = replace(transcript, agent=agent) if agent else transcript
            read += _read(named, report, seen)
            progress(path, len(read))
        problems[before:] = sorted(problems[before:], key=lambda problem: problem.line)
        episodes += [(path, one.episode) for one in read]
        counts.append(_counted(reading, read, len(problems) - before))
    return ImportedFiles(with_distinct_samples(episodes), tuple(problems), tuple(counts))


class _Read(NamedTuple):
    """An episode with how many messages and calls its record has."""

    episode: Episode
    messages: int
    calls: int


def _read(transcript: Transcript, report: Callable[[BadRecord], None], seen: dict[str, int]) -> list[_Read]:
    """Return the transcript's episode; none, and a report, where it cannot be made one."""
    try:
        episode = _episode(transcript, report, seen)
    except Exception as exc:  # noqa: BLE001  the boundary of one trace: what it holds must stop no import
        report(BadRecord(transcript.file, transcript.line, transcript.id, f"cannot be made an episode: {exc!r}"))
        return []
    calls = sum(len(message.calls) for message in transcript.messages)
    return [_Read(episode, len(transcript.messages), calls)]


def _counted(reading: FileReading, read: Sequence[_Read], problems: int) -> FileCount:
    return FileCount(
        file=visible_text(str(reading.path)),
        format="+".join(sorted(reading.formats)),
        records=reading.records,
        episodes=len(read),
        messages=sum(one.messages for one in read),
        calls=sum(one.calls for one in read),
        paired=sum(step.card is not None for one in read for step in one.episode.steps),
        problems=problems,
    )


def _episode(transcript: Transcript, report: Callable[[BadRecord], None], seen: dict[str, int]) -> Episode:
    episode = to_episode(transcript, report, IMPORT)
    occurrence = seen.get(episode.header.episode, 0)
    seen[episode.header.episode] = occurrence + 1
    if occurrence:
        episode = _named(episode, episode_id(transcript, occurrence))
    # As it will be read back from the log, so that files and runs are analyzed alike.
    return Episode(
        as_logged(episode.header),
        tuple(as_logged(step) for step in episode.steps),
        None if episode.outcome is None else as_logged(episode.outcome),
    )


def _named(episode: Episode, name: str) -> Episode:
    return Episode(
        replace(episode.header, episode=name),
        tuple(replace(step, episode=name) for step in episode.steps),
        None if episode.outcome is None else replace(episode.outcome, episode=name),
    )
