"""One chat message, as OpenAI's interface writes it, as a transcript's message; exactly one for each. Pure."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject, as_object, canonical_json
from runtime.traces.formats.json_kind import json_kind
from runtime.traces.formats.json_text import as_text
from runtime.traces.formats.message_shapes import ROLES, read_call
from runtime.traces.formats.transcript import BadRecord, Record, ToolRequest, TranscriptMessage

_TEXT_PARTS = frozenset({"text", "input_text", "output_text", "refusal"})


class Place(NamedTuple):
    """Where a message stands, and who is told of what is wrong with it."""

    record: Record
    number: int
    report: Callable[[BadRecord], None]

    def tell(self, reason: str) -> None:
        """Report the message."""
        self.report(BadRecord(self.record.file, self.record.line, f"message {self.number}", reason))


def chat_messages(
    items: list[object], record: Record, report: Callable[[BadRecord], None]
) -> tuple[TranscriptMessage, ...]:
    """Return the messages of a list. What is no message is reported and left out; places are counted in the list."""
    out = []
    for number, item in enumerate(items, 1):
        place = Place(record, number, report)
        if not isinstance(item, dict):
            place.tell(f"is a JSON {json_kind(item)}, not a message; left out")
        elif not isinstance(item.get("role"), str) or not item["role"].strip():
            place.tell("has no role; left out")
        else:
            out.append(chat_message(as_object(item), place))
    return tuple(out)


def chat_message(value: JsonObject, place: Place) -> TranscriptMessage:
    """Return the message that `value` is."""
    recorded = str(value["role"]).strip()
    role = ROLES.get(recorded.lower(), recorded.lower() if recorded.lower() in _ROLES else recorded)
    text = _text(value.get("content"))
    refusal = value.get("refusal")
    refused = refusal if isinstance(refusal, str) else ""
    finish = value.get("finish_reason")
    return TranscriptMessage(
        role=role,
        text="\n".join(part for part in (text, refused) if part),
        name=_word(value, "name"),
        calls=tuple(_calls(value, place)) if role == "assistant" else (),
        call_id=_word(value, "tool_call_id") if role == "tool" else "",
        error=_error(value) if role == "tool" else "",
        source_id=str(place.number),
        finish_reason=finish if isinstance(finish, str) else "refusal" if refused else "",
    )


_ROLES = frozenset({"system", "developer", "user", "assistant", "tool"})


def _word(value: JsonObject, key: str) -> str:
    found = value.get(key)
    return as_text(found) if found else ""  # as the ids of calls are read


def _text(content: object) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_part(part) for part in content)
    return canonical_json(content)


def _part(part: object) -> str:
    """Return a part's text; of what is none (an image, a file) its kind in brackets."""
    if not isinstance(part, dict):
        return part if isinstance(part, str) else canonical_json(part)
    kind = part.get("type", "text")
    if kind in _TEXT_PARTS:
        said = next((part[key] for key in ("text", "refusal", "content") if isinstance(part.get(key), str)), None)
        return canonical_json(part) if said is None else said
    return f"[{kind}]" if isinstance(kind, str) else canonical_json(part)


def _calls(value: JsonObject, place: Place) -> Iterator[ToolRequest]:
    listed = value.get("tool_calls")
    if listed is not None and not isinstance(listed, list):
        place.tell("its tool_calls are no list; left out")
    for number, call in enumerate(listed if isinstance(listed, list) else [], 1):
        if not isinstance(call, dict):
            place.tell(f"its tool call {number} is no object; left out")
        elif isinstance(call.get("custom"), dict):
            custom = as_object(call["custom"])
            yield ToolRequest(
                _word(custom, "name"), canonical_json({"input": custom.get("input")}), _word(as_object(call), "id")
            )
        else:
            yield read_call(as_object(call))
    if isinstance(value.get("function_call"), dict) and not listed:
        yield read_call(as_object(value["function_call"]))


def _error(value: JsonObject) -> str:
    error = value.get("error")
    if isinstance(error, str) and error:
        return error
    if isinstance(error, dict):
        return canonical_json(error)
    return "failed" if value.get("is_error") is True or value.get("status") == "error" else ""
