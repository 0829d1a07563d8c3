"""What every format from outside is read into, before it becomes an episode."""

from dataclasses import dataclass, field
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import RecordedEnd


class Record(NamedTuple):
    """One JSON object of a file. `line` counts from 1; in a JSON array it is the object's place, also from 1."""

    value: JsonObject
    file: str
    line: int


class BadRecord(NamedTuple):
    """Something that could not be read, or only in part: where, and why. `what` names it: an id, or "record"."""

    file: str
    line: int
    what: str
    reason: str


@dataclass(frozen=True)
class ToolRequest:
    """One call the agent asked for. `arguments` is the text as recorded (JSON where it is sound).

    `call_id` is empty where the format has none.
    """

    name: str
    arguments: str
    call_id: str = ""


@dataclass(frozen=True)
class TranscriptMessage:
    """One message, in the order it was recorded.

    `role`: system, developer, user, assistant, tool. `calls` are an assistant's tool requests. A tool's message answers
    `call_id`; `error` is set where the record says that the call failed. `source_id`: the message's place from 1, or
    its span id. Units: tokens are counts, duration_ms milliseconds.
    """

    role: str
    text: str
    name: str = ""
    calls: tuple[ToolRequest, ...] = ()
    call_id: str = ""
    error: str = ""
    source_id: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    duration_ms: float = 0.0
    finish_reason: str = ""


@dataclass(frozen=True)
class HeardMessage(TranscriptMessage):
    """An assistant's message that is no decision of the agent, as a trace that ACE wrote tells: its closing answer."""

    is_heard: bool = True


@dataclass(frozen=True)
class Transcript:
    """One conversation of an agent from outside.

    `id`: unique in its file; `task` and `trial` say which task was tried for which time (trial from 0); `question` is
    the task's words where they stand outside the messages; `scores` are the record's own (reward, is_correct ...);
    `source` is who it came from (a user or session id), else the file; `started` is a time as recorded.
    """

    id: str
    format: str
    file: str
    line: int
    messages: tuple[TranscriptMessage, ...]
    agent: str = ""
    model: str = ""
    task: str = ""
    question: str = ""
    trial: int = 0
    source: str = ""
    started: str = ""
    scores: dict[str, float] = field(default_factory=dict)
    end: RecordedEnd = "completed"
    end_message: str = ""
