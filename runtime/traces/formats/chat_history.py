"""Logs of several agents that talk to one another: {"history": [{"role", "name", "content"}, ...]}.

Every agent's message is a decision of that agent; a first message that holds the record's question is the task given,
unless it also holds code that was run. A terminal that runs what stood in the message before answers it like a tool;
otherwise what it says is only heard. Labels of who made which mistake are not read.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from runtime.contracts.json_types import JsonObject, as_object, canonical_json
from runtime.traces.formats.chat_message import chat_messages
from runtime.traces.formats.record_fields import TASK_FIELDS, named, record_id, scores_of, trial_of
from runtime.traces.formats.transcript import BadRecord, Record, ToolRequest, Transcript, TranscriptMessage

NAME = "chat-history"
_LONGEST_QUESTION = 10_000
# A shorter question may stand in any answer.
_SHORTEST_QUESTION = 20
_HUMAN = re.compile(r"user|human|customer|user_?proxy", re.IGNORECASE)
_EXECUTOR = re.compile(r"terminal|executor|interpreter|sandbox|\bshell\b|console", re.IGNORECASE)
_UNSAID = frozenset({"system", "developer"})
_CODE = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_RAN_NOTHING = re.compile(r"\s*there is no code\b", re.IGNORECASE)


def fits(value: JsonObject) -> bool:
    """Return True for an object with a history of what was said."""
    history = value.get("history")
    return isinstance(history, list) and any(isinstance(item, dict) and "content" in item for item in history)


def read(records: Iterable[Record], report: Callable[[BadRecord], None]) -> Iterator[Transcript]:
    """Yield one transcript a record."""
    for record in records:
        history = record.value.get("history")
        if not isinstance(history, list):
            report(BadRecord(record.file, record.line, "record", "holds no history"))
            continue
        # Some logs name the speaker in `role` alone.
        items = [{"role": item.get("name"), **item} if isinstance(item, dict) else item for item in history]
        spoken = [_spoken(message) for message in chat_messages(items, record, report)]
        messages = _with_task(_with_runs(spoken), _question(record.value))
        if not messages:
            report(BadRecord(record.file, record.line, "record", "holds no message"))
            continue
        yield Transcript(
            id=record_id(record),
            format=NAME,
            file=record.file,
            line=record.line,
            messages=messages,
            model=named(record.value, ("model",)),
            task=named(record.value, TASK_FIELDS),
            question=_question(record.value),
            trial=trial_of(record.value),
            scores=scores_of(record, report),
        )


def _question(value: JsonObject) -> str:
    question = value.get("question")
    return question[:_LONGEST_QUESTION] if isinstance(question, str) else ""


def _spoken(message: TranscriptMessage) -> TranscriptMessage:
    """Return the message as an agent's decision, unless a person, a system or a terminal speaks."""
    speaker = message.name or message.role
    if message.role in _UNSAID or message.role == "tool" or _EXECUTOR.search(speaker):
        return replace(message, name=speaker) if _EXECUTOR.search(speaker) else message
    if _HUMAN.fullmatch(speaker):
        return replace(message, role="user")
    return replace(message, role="assistant", name="" if speaker == "assistant" else speaker)


def _with_task(messages: tuple[TranscriptMessage, ...], question: str) -> tuple[TranscriptMessage, ...]:
    """Make the first message a user's when an agent's name stands over it and it holds the question: the task given."""
    asked = " ".join(question.split())
    first = next((place for place, message in enumerate(messages) if message.role not in _UNSAID), None)
    if first is None or len(asked) < _SHORTEST_QUESTION or messages[first].role != "assistant":
        return messages
    if messages[first].calls or asked not in " ".join(messages[first].text.split()):
        return messages
    return (*messages[:first], replace(messages[first], role="user"), *messages[first + 1 :])


def _with_runs(messages: list[TranscriptMessage]) -> tuple[TranscriptMessage, ...]:
    """Make a message with code a call of the terminal that speaks next, and what the terminal says its result."""
    out = list(messages)
    for index in range(1, len(out)):
        asked, said = out[index - 1], out[index]
        code = _CODE.findall(asked.text) if asked.role == "assistant" and not asked.calls else []
        if _is_executor(said) and code and not _RAN_NOTHING.match(said.text):
            request = ToolRequest(said.name, canonical_json(as_object({"code": "\n".join(code)})))
            out[index - 1] = replace(asked, calls=(request,))
            out[index] = replace(said, role="tool")
    return tuple(out)


def _is_executor(message: TranscriptMessage) -> bool:
    return message.role != "assistant" and _EXECUTOR.search(message.name) is not None
