"""The chat completions wire format: a request's JSON body, and what an answer's bytes say."""

import base64
import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ChatMessage
from runtime.models.shown_text import encodable

SEED_LIMIT = 2**31
MAX_TEXT_CHARS = 64 * 1024
MAX_REASON_CHARS = 40
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Completion(NamedTuple):
    """A server's answer. Tokens are counts, 0 where the server gave no usage."""

    text: str
    finish_reason: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0


class _Wire(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Message(_Wire):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Wire):
    message: _Message
    finish_reason: str | None = None


class _PromptDetails(_Wire):
    cached_tokens: int | None = None


class _Usage(_Wire):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None


class _Answer(_Wire):
    choices: tuple[_Choice, ...]
    usage: _Usage | None = None


def messages_body(messages: Sequence[ChatMessage]) -> list[JsonObject]:
    """Return `messages` as the API takes them; images follow the text as PNG data URLs."""
    return [_message_body(message) for message in messages]


def wire_seed(seed: int) -> int:
    """Return `seed` modulo 2**31: servers differ in how wide a seed they take, and all take 31 bits."""
    return seed % SEED_LIMIT


def parse_completion(body: str) -> Completion | None:
    """Return what `body` says, None when it is not a chat completion.

    No choices or null content give an empty text; a refusal's text is used where there is no content. A lone surrogate
    in it becomes U+FFFD. A text longer than MAX_TEXT_CHARS is cut and marked with finish_reason "length".
    """
    answer = _read_answer(body)
    if answer is None:
        return None
    usage = answer.usage or _Usage()
    details = usage.prompt_tokens_details or _PromptDetails()
    choice = answer.choices[0] if answer.choices else _Choice(message=_Message())
    text = choice.message.content or choice.message.refusal or ""
    return Completion(
        text=text[:MAX_TEXT_CHARS],
        finish_reason="length" if len(text) > MAX_TEXT_CHARS else (choice.finish_reason or "")[:MAX_REASON_CHARS],
        prompt_tokens=usage.prompt_tokens or 0,
        completion_tokens=usage.completion_tokens or 0,
        cached_tokens=details.cached_tokens or 0,
    )


def _read_answer(body: str) -> _Answer | None:
    try:
        if _SURROGATE_ESCAPE.search(body):
            # A model's half emoji is no reason to throw its answer away; pydantic's parser takes none.
            whole = json.dumps(json.loads(body), ensure_ascii=False)
            body = _SURROGATE.sub("\ufffd", whole)
        return _Answer.model_validate_json(body)
    except (ValueError, RecursionError):
        return None


def _message_body(message: ChatMessage) -> JsonObject:
    text = encodable(message.content)
    if not message.images:
        return {"role": message.role, "content": text}
    parts: list[JsonObject] = [{"type": "text", "text": text}] if text else []
    for image in message.images:
        url = f"data:image/png;base64,{base64.b64encode(image).decode('ascii')}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": message.role, "content": parts}
