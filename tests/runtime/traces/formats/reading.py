"""Files of traces for tests, and what reading them gives."""

import json
from collections.abc import Iterable
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from runtime.traces.formats.load_records import load_records
from runtime.traces.formats.transcript import BadRecord, Record, Transcript, TranscriptMessage

HELLO: JsonObject = {
    "messages": [{"role": "user", "content": "Is it open?"}, {"role": "assistant", "content": "Until six."}]
}
HELLO_LINE = json.dumps(HELLO)


def written(folder: Path, data: str | bytes, name: str = "traces.jsonl") -> Path:
    """Return a new file that holds `data`."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def loaded(path: Path) -> tuple[list[Record], list[BadRecord]]:
    """Return a file's records, and what was reported."""
    problems: list[BadRecord] = []
    return list(load_records(path, problems.append)), problems


def records(*values: JsonObject) -> list[Record]:
    """Return records of one file."""
    return [Record(value, "traces.jsonl", number) for number, value in enumerate(values, 1)]


def transcript(*messages: TranscriptMessage, **fields: object) -> Transcript:
    """Return a transcript with those messages."""
    base = {"id": "t1", "format": "openai-messages", "file": "folder/traces.jsonl", "line": 1, **fields}
    return Transcript(messages=messages, **base)  # type: ignore[arg-type]


def accounted(episodes: Iterable[Episode]) -> int:
    """Return how many messages the episodes hold: opening, steps by message, paired results, heard."""
    return sum(
        len(episode.header.opening)
        + len({step.source_id for step in episode.steps})
        + sum(step.card is not None for step in episode.steps)
        + sum(len(step.heard) for step in episode.steps)
        for episode in episodes
    )
