"""Logs of Inspect evaluations: each sample of each epoch is a transcript.

A record is a whole log, as in a .json log, or a log with one sample, as `inspect_zip` reads it out of a .eval file.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import RecordedEnd
from runtime.traces.formats.json_kind import json_kind
from runtime.traces.formats.message_shapes import read_messages
from runtime.traces.formats.transcript import BadRecord, Record, Transcript, TranscriptMessage

NAME = "inspect"
# What Inspect's own scorers write instead of numbers: correct, incorrect, partly, no answer.
GRADES: Mapping[str, float] = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0}
_ATTACHMENT = re.compile(r"attachment://([0-9a-f]{32})")

Bad = Callable[[str, str], None]


def fits(value: JsonObject) -> bool:
    """Return True for an Inspect log."""
    return isinstance(value.get("eval"), Mapping) and ("samples" in value or "status" in value)


def read(records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
    """Yield the samples of the logs in the order they stand in them.

    A sample that is no object, a score that is no number or grade, and a log without samples are reported.
    """
    for record in records:

        def bad(what: str, reason: str, record: Record = record) -> None:
            report(BadRecord(record.file, record.line, what, reason))

        samples = record.value.get("samples")
        if not isinstance(samples, list) or not samples:
            error = as_object(record.value.get("error")).get("message")
            told = f": {str(error)[:300]}" if error else ""
            bad("log", f"has no samples; its status is {record.value.get('status')!r}{told}")
            continue
        for number, sample in enumerate(samples, 1):
            if isinstance(sample, Mapping):
                yield _transcript(as_object(sample), record, number, bad)
            else:
                bad(f"sample {number}", f"is a JSON {json_kind(sample)} instead of an object")


def _transcript(sample: JsonObject, record: Record, number: int, bad: Bad) -> Transcript:
    evaluation = as_object(record.value.get("eval"))
    name = str(sample.get("id", number))
    epoch = sample.get("epoch")
    trial = epoch - 1 if isinstance(epoch, int) and epoch > 0 else 0
    what = f"sample {name}, epoch {trial + 1}"
    task = str(evaluation.get("task") or "")
    end, end_message = _end(sample)
    return Transcript(
        id=_text(sample.get("uuid")) or f"{evaluation.get('run_id') or task}/{name}/{trial + 1}",
        format=NAME,
        file=record.file,
        line=record.line,
        messages=_messages(sample, what, bad),
        agent=_text(evaluation.get("solver")) or task,
        model=_text(evaluation.get("model")),
        task=f"{task}/{name}" if task else name,
        trial=trial,
        started=_text(sample.get("started_at")) or _text(evaluation.get("created")),
        scores=_scores(as_object(sample.get("scores")), what, bad),
        end=end,
        end_message=end_message,
    )


def _messages(sample: JsonObject, what: str, bad: Bad) -> tuple[TranscriptMessage, ...]:
    recorded = sample.get("messages")
    if not isinstance(recorded, list):
        bad(what, "has no list of messages")
        return ()
    attachments = as_object(sample.get("attachments"))
    answers, calls = _events(sample)
    out: list[TranscriptMessage] = []
    for place, item in enumerate(recorded, 1):
        if not isinstance(item, Mapping):
            bad(what, f"message {place} is a JSON {json_kind(item)} instead of an object")
            continue
        event = answers.get(_text(item.get("id")), {})
        for message in read_messages(as_object(item), "user"):
            told = replace(message, text=_with_attachments(message.text, attachments), source_id=str(place))
            if message.role == "assistant":
                told = _counted(told, event)
            elif message.role == "tool":
                shown = told.text or _text(
                    as_object(item.get("error")).get("message")
                )  # what the model is sent instead
                told = replace(told, text=shown, duration_ms=_milliseconds(calls.get(message.call_id, {})))
            out.append(told)
    return tuple(out)


def _events(sample: JsonObject) -> tuple[dict[str, JsonObject], dict[str, JsonObject]]:
    """Return the sample's model events by the id of their answer, and its tool events by call id."""
    answers: dict[str, JsonObject] = {}
    calls: dict[str, JsonObject] = {}
    events = sample.get("events")
    for item in events if isinstance(events, list) else ():
        event = as_object(item)
        if event.get("event") == "model":
            choices = as_object(event.get("output")).get("choices")
            choice = as_object(choices[0]) if isinstance(choices, list) and choices else {}
            answers[_text(as_object(choice.get("message")).get("id"))] = event
        elif event.get("event") == "tool":
            calls[_text(event.get("id"))] = event
    answers.pop("", None)
    return answers, calls


def _counted(message: TranscriptMessage, event: JsonObject) -> TranscriptMessage:
    output = as_object(event.get("output"))
    usage = as_object(output.get("usage"))
    choices = output.get("choices")
    choice = as_object(choices[0]) if isinstance(choices, list) and choices else {}
    return replace(
        message,
        prompt_tokens=_count(usage.get("input_tokens")),
        completion_tokens=_count(usage.get("output_tokens")),
        cached_tokens=_count(usage.get("input_tokens_cache_read")),
        duration_ms=_number(output.get("time")) * 1000.0,
        finish_reason=_text(choice.get("stop_reason")),
    )


def _milliseconds(event: JsonObject) -> float:
    if "working_time" in event:
        return _number(event["working_time"]) * 1000.0
    try:
        began = datetime.fromisoformat(_text(event.get("timestamp")))
        ended = datetime.fromisoformat(_text(event.get("completed")))
        return max(0.0, (ended - began).total_seconds() * 1000.0)
    except (ValueError, TypeError):
        return 0.0


def _with_attachments(text: str, attachments: JsonObject) -> str:
    """Put back the long texts that the log keeps apart; one that is missing stays named."""
    return _ATTACHMENT.sub(lambda match: _text(attachments.get(match[1])) or match[0], text)


def _scores(recorded: JsonObject, what: str, bad: Bad) -> dict[str, float]:
    scores: dict[str, float] = {}
    for name, score in recorded.items():
        value = as_object(score).get("value") if isinstance(score, Mapping) else score
        named = {f"{name}.{key}": item for key, item in value.items()} if isinstance(value, Mapping) else {name: value}
        for key, item in named.items():
            number = _graded(item)
            if number is None:
                bad(what, f"score {key!r} is {str(item)[:40]!r}, no number or grade; left out")
            else:
                scores[key] = number
    return scores


def _graded(value: object) -> float | None:
    if isinstance(value, str):
        if value in GRADES or value.lower() in GRADES:
            return GRADES.get(value, GRADES.get(value.lower()))
        try:
            value = float(value)
        except ValueError:
            return None
    return float(value) if isinstance(value, bool | int | float) and math.isfinite(value) else None


def _end(sample: JsonObject) -> tuple[RecordedEnd, str]:
    error, limit = sample.get("error"), sample.get("limit")
    if error:
        return "failed", str(as_object(error).get("message") or error)[:2000]
    if limit:
        told = as_object(limit)
        return "stopped", str(told.get("reason") or f"{told.get('type', 'a')} limit {told.get('limit', '')}".strip())
    return "completed", ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and isinstance(value, int | float) and 0 <= value < 1e15 else 0.0


def _count(value: object) -> int:
    return int(_number(value))
