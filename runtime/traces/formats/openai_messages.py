"""Chat messages as OpenAI's interface writes them.

Read: {"messages": [...]}; a bare list of messages; a request with its response; and the shape of tau-bench and AgentRx
({"traj", "reward", "task_id", "trial", "info"}). Whatever else a record says of its id, task, trial, model or scores is
kept.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject, as_object, canonical_json
from runtime.contracts.trace_event import RecordedEnd
from runtime.traces.formats.chat_message import chat_messages
from runtime.traces.formats.record_fields import (
    SOURCE_FIELDS,
    TASK_FIELDS,
    named,
    record_id,
    scores_of,
    trial_of,
)
from runtime.traces.formats.transcript import BadRecord, Record, Transcript, TranscriptMessage

NAME = "openai-messages"
_LISTS = ("messages", "traj")


class _Answer(NamedTuple):
    """What a response adds: its message, how it ended, which model answered."""

    messages: tuple[TranscriptMessage, ...] = ()
    end: RecordedEnd = "completed"
    end_message: str = ""
    model: str = ""


def fits(value: JsonObject) -> bool:
    """Return True for an object that holds a list of messages, or a request that does."""
    listed = _listed(value)
    if listed is None:
        return False
    return not listed or any(isinstance(item, dict) and "role" in item for item in listed)


def read(records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
    """Yield one transcript a record."""
    for record in records:
        listed = _listed(record.value)
        if listed is None:
            report(BadRecord(record.file, record.line, "record", "holds no list of messages"))
            continue
        messages = chat_messages(listed, record, report)
        answer = _answer(record, len(messages), report)
        end, end_message = _end(record.value, answer)
        if not messages and not answer.messages:
            report(BadRecord(record.file, record.line, "record", "holds no message"))
            if not end_message:
                continue
        yield Transcript(
            id=_id(record),
            format=NAME,
            file=record.file,
            line=record.line,
            messages=(*messages, *answer.messages),
            agent=named(record.value, ("agent", "agent_name")),
            model=answer.model or named(_request(record.value), ("model",)) or named(record.value, ("model",)),
            task=named(record.value, TASK_FIELDS),
            trial=trial_of(record.value),
            source=named(record.value, SOURCE_FIELDS),
            started=named(record.value, ("started", "created_at", "timestamp")),
            scores=scores_of(record, report),
            end=end,
            end_message=end_message,
        )


def _id(record: Record) -> str:
    task = named(record.value, TASK_FIELDS)
    is_trial = "traj" in record.value and task
    return f"{task}/{trial_of(record.value)}" if is_trial else record_id(record)


def _request(value: JsonObject) -> JsonObject:
    request = as_object(value.get("request"))
    return as_object(request.get("body")) or request


def _listed(value: JsonObject) -> list[object] | None:
    places = [*(value.get(name) for name in _LISTS), _request(value).get("messages")]
    return next((place for place in places if isinstance(place, list)), None)


def _answer(record: Record, so_far: int, report: Callable[[BadRecord], None]) -> _Answer:
    """Return what the response says, where there is one: `response`, or `choices` beside the messages."""
    value = record.value
    found = value if isinstance(value.get("choices"), list) else value.get("response", value.get("completion"))
    if isinstance(found, str):
        return _Answer((TranscriptMessage("assistant", found, source_id=str(so_far + 1)),))
    response = as_object(found)
    response = as_object(response.get("body")) or response
    if not response:
        return _Answer()
    error = response.get("error")
    if error:
        return _Answer(end="failed", end_message=error if isinstance(error, str) else canonical_json(error))
    choices = response.get("choices")
    choice = as_object(choices[0]) if isinstance(choices, list) and choices else {}
    message = as_object(choice.get("message"))
    if not message:
        report(BadRecord(record.file, record.line, "response", "holds no message"))
        return _Answer(model=named(response, ("model",)))
    if isinstance(choices, list) and len(choices) > 1:
        report(BadRecord(record.file, record.line, "response", f"{len(choices)} choices; the first is read"))
    said = chat_messages([{"role": "assistant", **message}], record, report)
    finish = choice.get("finish_reason")
    usage = as_object(response.get("usage"))
    cached = as_object(usage.get("prompt_tokens_details")).get("cached_tokens")
    counted = tuple(
        replace(
            one,
            source_id=str(so_far + 1),
            finish_reason=finish if isinstance(finish, str) else one.finish_reason,
            prompt_tokens=_count(usage.get("prompt_tokens", usage.get("input_tokens"))),
            completion_tokens=_count(usage.get("completion_tokens", usage.get("output_tokens"))),
            cached_tokens=_count(cached),
        )
        for one in said
    )
    return _Answer(counted, "stopped" if finish == "length" else "completed", "", named(response, ("model",)))


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _end(value: JsonObject, answer: _Answer) -> tuple[RecordedEnd, str]:
    """Return how it ended: a failure that the record tells of itself, else what its response says."""
    error = as_object(value.get("info")).get("error") or value.get("error")
    if error:
        return "failed", error if isinstance(error, str) else canonical_json(error)
    return answer.end, answer.end_message
