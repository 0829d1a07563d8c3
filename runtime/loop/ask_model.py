"""Ask a model until its answer can be used: once as is, once with the error, once in a simpler format."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from runtime.contracts.json_types import JsonObject, as_object, content_hash
from runtime.contracts.ports import ChatMessage, Controller, ModelReply, ModelRequest
from runtime.contracts.trace_event import Attempt
from runtime.state.parse_action import ParseProblem
from runtime.traces.recordable import recordable_text

T = TypeVar("T")
MAX_ATTEMPTS = 3
CUT_OFF = " (cut off at the token limit)"
_WANTED = "Write one JSON object as the instructions show it."


class Asked(NamedTuple, Generic[T]):
    """`value` is None when no attempt gave something usable."""

    value: T | None
    attempts: tuple[Attempt, ...]


async def ask(
    controller: Controller,
    first: ModelRequest,
    simpler: JsonObject | None,
    seeds: Callable[[int], int],
    parse: Callable[[str], T | ParseProblem],
) -> Asked[T]:
    """Return the first usable answer and every attempt made. Raises: ModelError when the model cannot be reached."""
    attempts: list[Attempt] = []
    messages = first.messages
    for number in range(MAX_ATTEMPTS):
        request = _request(first, messages, seeds(number), number, simpler if number == MAX_ATTEMPTS - 1 else None)
        reply = await controller.complete(request)
        reply = reply._replace(text=recordable_text(reply.text))
        value = parse(reply.text)
        problem = value if isinstance(value, ParseProblem) else None
        attempts.append(_attempt(request, reply, problem))
        if problem is None:
            assert not isinstance(value, ParseProblem)
            return Asked(value, tuple(attempts))
        wanted = _WANTED if number == 0 or simpler is None else _wanted_simply(simpler)
        messages = (*first.messages, *_complaint(reply, problem, wanted))
    return Asked(None, tuple(attempts))


def _request(
    first: ModelRequest, messages: tuple[ChatMessage, ...], seed: int, number: int, simpler: JsonObject | None
) -> ModelRequest:
    return ModelRequest(
        messages=messages,
        schema=simpler if simpler is not None else first.schema,
        seed=seed,
        purpose=first.purpose,
        max_tokens=first.max_tokens,
        state=first.state,
        context=first.context,
        rules=first.rules,
        sample=first.sample,
        step=first.step,
        attempt=number,
    )


def _wanted_simply(simpler: JsonObject) -> str:
    properties = as_object(simpler.get("properties")) or {"action": {}, "text": {}}
    parts = [f'"{name}": {_blank(as_object(schema))}' for name, schema in properties.items()]
    return f"Write only {{{', '.join(parts)}}}."


def _blank(schema: JsonObject) -> str:
    return "[...]" if schema.get("type") == "array" else '"..."'


def _complaint(reply: ModelReply, problem: ParseProblem, wanted: str) -> tuple[ChatMessage, ...]:
    cut = " Your answer was cut off at the length limit." if reply.finish_reason == "length" else ""
    return (
        ChatMessage("assistant", reply.text[:400] or "(empty)"),
        ChatMessage("user", f"Notice: that could not be used: {problem.message}.{cut} {wanted}"),
    )


def prompt_sha256(messages: Sequence[ChatMessage]) -> str:
    """Return what an attempt is found again by: the hash of the messages' roles and texts."""
    return content_hash([[message.role, message.content] for message in messages])


def _attempt(request: ModelRequest, reply: ModelReply, problem: ParseProblem | None) -> Attempt:
    message = ""
    if problem is not None:
        message = problem.message
        if reply.finish_reason == "length":
            message += CUT_OFF
    return Attempt(
        raw=reply.text,
        purpose="solve" if request.purpose == "solve" else "decide",
        error=message,
        error_kind=problem.kind if problem else "",
        prompt_sha256=prompt_sha256(request.messages),
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        cached_tokens=reply.cached_tokens,
        seconds=round(reply.seconds, 4),
        cost_usd=reply.cost_usd,
        finish_reason=reply.finish_reason,
    )
