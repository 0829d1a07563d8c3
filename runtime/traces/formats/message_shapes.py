"""One message out of the shapes that frameworks record it in, whatever the format around it.

Known: parts (OpenTelemetry), content and tool_calls (OpenAI), content blocks (Anthropic), flattened `message.*` made
objects again (OpenInference), serialised messages with `kwargs` or `data` (LangChain), and Inspect's. Reasoning is left
out of a message's text: it is not said to anyone. What is no text (an image, a file) is named in brackets.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.json_text import as_text
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage

ROLES: Mapping[str, str] = {
    "human": "user",
    "humanmessage": "user",
    "humanmessagechunk": "user",
    "ai": "assistant",
    "aimessage": "assistant",
    "aimessagechunk": "assistant",
    "model": "assistant",
    "systemmessage": "system",
    "function": "tool",
    "functionmessage": "tool",
    "toolmessage": "tool",
    "tool_result": "tool",
}
_TEXT_TYPES = frozenset({"text", "input_text", "output_text", "refusal"})
_UNSAID_TYPES = frozenset({"reasoning", "thinking", "redacted_thinking", "compaction"})
_CALL_TYPES = frozenset({"tool_call", "tool_use", "server_tool_call", "function_call"})
_RESULT_TYPES = frozenset({"tool_call_response", "tool_result", "server_tool_call_response", "function_call_output"})


class _Content(NamedTuple):
    texts: list[str]
    calls: list[ToolRequest]
    results: list[TranscriptMessage]


def read_messages(value: object, role: str) -> tuple[TranscriptMessage, ...]:
    """Return the messages that `value` holds: a list of them, one, or a bare text said by `role`."""
    if value is None or value == "":
        return ()
    if isinstance(value, list):
        return tuple(message for item in value for message in read_messages(item, role))
    if isinstance(value, Mapping):
        return _read_one(as_object(value), role)
    return (TranscriptMessage(role, as_text(value)),)


def read_system(value: object) -> tuple[TranscriptMessage, ...]:
    """Return system instructions, recorded as a text or a list of parts, as one message; none where there are none."""
    content = _content(value)
    text = "\n".join(content.texts)
    return (TranscriptMessage("system", text),) if text else ()


def read_call(value: JsonObject) -> ToolRequest:
    """Return one tool request. Arguments that were not recorded are `{}`."""
    value = as_object(value.get("tool_call")) or value
    function = value.get("function")
    inner = as_object(function) if isinstance(function, Mapping) else {}
    name = inner.get("name") or value.get("name") or (function if isinstance(function, str) else "")
    arguments = next(
        (
            place[key]
            for place in (inner, value)
            for key in ("arguments", "args", "input", "server_tool_call")
            if place.get(key) is not None
        ),
        None,
    )
    call_id = value.get("call_id") or value.get("tool_call_id") or value.get("id") or ""
    return ToolRequest(as_text(name), "{}" if arguments is None else as_text(arguments), as_text(call_id))


def _read_one(value: JsonObject, role: str) -> tuple[TranscriptMessage, ...]:
    body, said_role = _unwrapped(value)
    raw_role = said_role or str(body.get("role") or "") or role
    role = ROLES.get(raw_role.lower(), raw_role)
    content = _content(body["parts"] if isinstance(body.get("parts"), list) else _said(body))
    calls = (*content.calls, *(read_call(call) for call in _recorded_calls(body)))
    if role == "tool" and not content.results:
        content.results.append(_tool_result(body, "".join(content.texts)))
        content.texts.clear()
    message = TranscriptMessage(
        role=role,
        text="\n".join(content.texts),
        name=str(body.get("name") or ""),
        calls=_distinct(calls),
        finish_reason=str(value.get("finish_reason") or body.get("finish_reason") or ""),
    )
    is_said = bool(content.texts or calls) or not content.results
    return (*([message] if is_said else []), *content.results)


def _unwrapped(value: JsonObject) -> tuple[JsonObject, str]:
    """Return the object that has the message's fields, and the role that the wrapping says."""
    for key in ("message", "__lc_escaped__"):
        if isinstance(value.get(key), Mapping):
            return _unwrapped(as_object(value[key]))
    kwargs, name = value.get("kwargs"), value.get("id")
    if isinstance(kwargs, Mapping) and isinstance(name, list) and name:
        return as_object(kwargs), ROLES.get(str(name[-1]).lower(), str(kwargs.get("role") or kwargs.get("type") or ""))
    kind = value.get("type")
    if isinstance(kind, str) and kind != "message" and "role" not in value:
        inner = as_object(value.get("data")) if isinstance(value.get("data"), Mapping) else value
        if kind.lower() in ROLES or kind in ("system", "tool", "developer"):
            return inner, ROLES.get(kind.lower(), kind)
        if kind in _CALL_TYPES | _RESULT_TYPES:
            return {"parts": [value]}, "tool" if kind in _RESULT_TYPES else "assistant"
    return value, ""


def _said(body: JsonObject) -> object:
    content = body.get("content")
    return body.get("contents") if content is None else content


def _content(value: object) -> _Content:
    content = _Content([], [], [])
    for part in value if isinstance(value, list) else [] if value is None else [value]:
        if isinstance(part, Mapping):
            _take_part(as_object(part), content)
        elif part is not None:
            content.texts.append(as_text(part))
    return content


def _take_part(part: JsonObject, content: _Content) -> None:
    part = as_object(part.get("message_content")) or part
    kind = str(part.get("type") or "")
    if kind in _CALL_TYPES:
        content.calls.append(read_call(part))
    elif kind in _RESULT_TYPES:
        content.results.append(_tool_result(part, _result_text(part)))
    elif kind in _TEXT_TYPES or not kind:
        said = next((part[key] for key in ("content", "text", "refusal") if part.get(key) is not None), None)
        unnamed = part if not kind and part else ""  # a text part without content: capture was off
        content.texts.append(as_text(unnamed if said is None else said))
    elif kind not in _UNSAID_TYPES:
        media = part.get("mime_type") or part.get("modality") or ""
        content.texts.append(f"[{kind} {media}]" if media else f"[{kind}]")


def _result_text(part: JsonObject) -> str:
    for key in ("response", "result", "content", "output", "server_tool_call_response"):
        said = part.get(key)
        if said is not None:
            inner = _content(said)
            is_parts = isinstance(said, list) and all(isinstance(one, Mapping) and "type" in one for one in said)
            return "".join(inner.texts) if is_parts and inner.texts else as_text(said)
    return ""


def _tool_result(body: JsonObject, text: str) -> TranscriptMessage:
    key = next((body[k] for k in ("tool_call_id", "tool_use_id", "call_id", "id") if isinstance(body.get(k), str)), "")
    if "role" in body and not any(isinstance(body.get(k), str) for k in ("tool_call_id", "tool_use_id", "call_id")):
        key = ""  # the message's own id, not its call's
    name = body.get("name") or (body.get("function") if isinstance(body.get("function"), str) else "")
    return TranscriptMessage(
        "tool", text, name=str(name or ""), call_id=str(key), error=_error(body, text) if _has_failed(body) else ""
    )


def _has_failed(body: JsonObject) -> bool:
    return bool(body.get("error")) or body.get("is_error") is True or body.get("status") == "error"


def _error(body: JsonObject, text: str) -> str:
    error = body.get("error")
    if isinstance(error, Mapping):
        return ": ".join(str(error[key]) for key in ("type", "message") if error.get(key)) or "failed"
    return error if isinstance(error, str) and error else text[:300] or "failed"


def _recorded_calls(body: JsonObject) -> Iterable[JsonObject]:
    extra = as_object(body.get("additional_kwargs"))
    for calls in (body.get("tool_calls"), extra.get("tool_calls"), body.get("invalid_tool_calls")):
        if isinstance(calls, list):
            yield from (as_object(call) for call in calls if isinstance(call, Mapping))
    for call in (body.get("function_call"), extra.get("function_call")):
        if isinstance(call, Mapping):
            yield as_object(call)


def _distinct(calls: tuple[ToolRequest, ...]) -> tuple[ToolRequest, ...]:
    """Return the calls without those that a message records twice, as a block and as a field."""
    kept: list[ToolRequest] = []
    for call in calls:
        if not call.call_id or all(other.call_id != call.call_id for other in kept):
            kept.append(call)
    return tuple(kept)
