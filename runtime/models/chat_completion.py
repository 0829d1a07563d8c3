"""The chat completions wire format: a request's JSON body, and what an answer's bytes say."""

import base64
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ChatMessage
from runtime.models.shown_text import encodable

SEED_LIMIT = 2**31


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

    No choices or null content give an empty text; a refusal's text is used where there is no content.
    """
    try:
        answer = _Answer.model_validate_json(body)
    except ValidationError:
        return None
    usage = answer.usage or _Usage()
    details = usage.prompt_tokens_details or _PromptDetails()
    choice = answer.choices[0] if answer.choices else _Choice(message=_Message())
    return Completion(
        text=choice.message.content or choice.message.refusal or "",
        finish_reason=choice.finish_reason or "",
        prompt_tokens=usage.prompt_tokens or 0,
        completion_tokens=usage.completion_tokens or 0,
        cached_tokens=details.cached_tokens or 0,
    )


def _message_body(message: ChatMessage) -> JsonObject:
    text = encodable(message.content)
    if not message.images:
        return {"role": message.role, "content": text}
    parts: list[JsonObject] = [{"type": "text", "text": text}] if text else []
    for image in message.images:
        url = f"data:image/png;base64,{base64.b64encode(image).decode('ascii')}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": message.role, "content": parts}
