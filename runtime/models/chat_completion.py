"""The chat completions wire format: a request's JSON body, and what an answer's bytes say."""

import base64
import json
import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ChatMessage
from runtime.models.shown_text import encodable

SEED_LIMIT = 2**31
MAX_TEXT_CHARS = 64 * 1024
MAX_REASON_CHARS = 40
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# More than any context holds: a count beyond it is nonsense, and no price of it could be written down.
MAX_TOKENS = 10**9


class Completion(NamedTuple):
    """A server's answer. Tokens are counts, 0 where the server gave none that can be one."""

    text: str
    finish_reason: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0


class _Wire(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


def _joined(content: object) -> object:
    """Some servers give the text in parts, as a request does."""
    if not isinstance(content, list):
        return content
    texts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return "".join(text for text in texts if isinstance(text, str))


def _word(reason: object) -> str:
    return reason if isinstance(reason, str) else ""


def _count(tokens: object) -> int:
    """A good answer is not thrown away for what stands beside it: what is no count is as good as absent."""
    if isinstance(tokens, str) and tokens.isascii() and tokens.isdigit() and len(tokens) < 10:
        return int(tokens)
    is_count = isinstance(tokens, int | float) and not isinstance(tokens, bool) and 0 <= tokens <= MAX_TOKENS
    return int(tokens) if is_count and isinstance(tokens, int | float) else 0


def _fields(value: object) -> object:
    return value if isinstance(value, dict) else {}


def _first(choices: object) -> object:
    return choices[:1] if isinstance(choices, list) else choices


Count: TypeAlias = Annotated[int, BeforeValidator(_count)]


class _Message(_Wire):
    content: Annotated[str | None, BeforeValidator(_joined)] = None
    refusal: str | None = None


class _Choice(_Wire):
    message: _Message
    finish_reason: Annotated[str, BeforeValidator(_word)] = ""


class _PromptDetails(_Wire):
    cached_tokens: Count = 0


class _Usage(_Wire):
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    prompt_tokens_details: Annotated[_PromptDetails, BeforeValidator(_fields)] = _PromptDetails()


class _Answer(_Wire):
    choices: Annotated[tuple[_Choice, ...], BeforeValidator(_first)]
    usage: Annotated[_Usage, BeforeValidator(_fields)] = _Usage()


def messages_body(messages: Sequence[ChatMessage]) -> list[JsonObject]:
    """Return `messages` as the API takes them; images follow the text as PNG data URLs."""
    return [_message_body(message) for message in messages]


def wire_seed(seed: int) -> int:
    """Return `seed` modulo 2**31: servers differ in how wide a seed they take, and all take 31 bits."""
    return seed % SEED_LIMIT


def parse_completion(body: str) -> Completion | None:
    """Return what `body` says, None when it is not a chat completion.

    No choices or null content give an empty text, content in parts that of its text parts; a refusal's text is used
    where there is no content. A lone surrogate in it becomes U+FFFD. A text longer than MAX_TEXT_CHARS is cut and
    marked with finish_reason "length".
    """
    answer = _read_answer(body)
    if answer is None:
        return None
    usage = answer.usage
    choice = answer.choices[0] if answer.choices else _Choice(message=_Message())
    text = choice.message.content or choice.message.refusal or ""
    return Completion(
        text=text[:MAX_TEXT_CHARS],
        finish_reason="length" if len(text) > MAX_TEXT_CHARS else choice.finish_reason[:MAX_REASON_CHARS],
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        cached_tokens=usage.prompt_tokens_details.cached_tokens,
    )


def _read_answer(body: str) -> _Answer | None:
    body = body.removeprefix("\ufeff")
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
