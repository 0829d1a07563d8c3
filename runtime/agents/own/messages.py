"""Protocol 1: what an agent may say, one JSON object a line, checked before anything is made of it."""

import codecs
import json
import math
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError
from pydantic_core import ErrorDetails, from_json

from runtime.agents.own.faults import AgentFaultError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ErrorClass
from runtime.rules.problem import did_you_mean

PROTOCOL = 1
MAX_LINE_BYTES = 8 * 1024 * 1024
# Far above what anybody writes, and far below what readers of the log can follow.
MAX_DEPTH = 50
_SHOWN = 120

Text: TypeAlias = Annotated[str, Field(max_length=1_000_000)]
Name: TypeAlias = Annotated[str, Field(max_length=200)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Tokens: TypeAlias = Annotated[int, Field(ge=0, le=10**12)]


class _Strict(BaseModel):
    """Base of what an agent sends: no unknown fields, no other types, nothing changed after reading."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Result(_Strict):
    """What came of a tool call. `summary` is what the agent read of it, `data` the whole where it is an object."""

    ok: bool
    summary: Text = ""
    error_class: ErrorClass | None = None
    data: JsonObject = Field(default_factory=dict)


class Usage(_Strict):
    """What the decision cost: tokens are counts, `cost_usd` US dollars."""

    prompt_tokens: Tokens = 0
    completion_tokens: Tokens = 0
    cached_tokens: Tokens = 0
    cost_usd: float = Field(default=0.0, ge=0, le=1e9)


class ProposeLine(_Strict):
    """The agent asks whether it may take an action."""

    type: Literal["propose"] = "propose"
    action: JsonObject
    state: JsonObject = Field(default_factory=dict)


class StepLine(_Strict):
    """The agent has taken an action. `raw`: the words of its model."""

    type: Literal["step"] = "step"
    action: JsonObject
    state: JsonObject = Field(default_factory=dict)
    result: Result | None = None
    usage: Usage = Usage()
    raw: Text = ""


class EndLine(_Strict):
    """The episode is over. `success` is 0-1, `scores` are further ones; None: ACE compares the answer."""

    type: Literal["end"] = "end"
    success: StrictBool | Share | None = None
    scores: dict[Name, Annotated[float, Field(ge=-1e12, le=1e12)]] = Field(default_factory=dict, max_length=100)
    answer: JsonObject = Field(default_factory=dict)
    message: Text = ""


class ErrorLine(_Strict):
    """The agent could not do its work, through no decision of its own."""

    type: Literal["error"] = "error"
    message: Text


class Reply(_Strict):
    """A whole episode at once: its steps, and how it ended."""

    steps: list[JsonObject] = Field(default_factory=list, max_length=100_000)
    end: JsonObject | None = None
    error: Text | None = None


Line: TypeAlias = ProposeLine | StepLine | EndLine | ErrorLine
_LINES: dict[str, type[Line]] = {"propose": ProposeLine, "step": StepLine, "end": EndLine, "error": ErrorLine}
_Model = TypeVar("_Model", bound=BaseModel)


def parse_object(data: bytes) -> JsonObject:
    """Return the JSON object that `data` is. Raises: AgentFaultError (protocol) saying why it is none."""
    if len(data) > MAX_LINE_BYTES:
        raise _fault(f"a message of more than {MAX_LINE_BYTES} bytes; send less, or several steps")
    if data.startswith(codecs.BOM_UTF8):
        raise _fault(
            f"it begins with a byte order mark; write UTF-8 without one: {_shown(data[len(codecs.BOM_UTF8) :])}"
        )
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise _fault(f"byte 0x{data[exc.start]:02x} at {exc.start + 1} is not UTF-8: {_shown(data)}") from exc
    try:
        value: object = from_json(data, allow_inf_nan=False)
    except ValueError as exc:
        raise _fault(f"not a line of JSON ({exc}): {_shown(data)}") from exc
    twice = _named_twice(data)
    if twice is not None:
        raise _fault(f"the key {twice[:60]!r} stands twice in one object; keep one of them: {_shown(data)}")
    if not isinstance(value, dict):
        raise _fault(f"JSON, but not an object: {_shown(data)}")
    problem = _unsound(value)
    if problem:
        raise _fault(f"{problem}: {_shown(data)}")
    return value


def _named_twice(data: bytes) -> str | None:
    """Return a key that an object in `data`, sound JSON, has twice: which one counts differs from reader to reader."""
    found: list[str] = []

    def keep(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found.append(key)
            seen.add(key)

    try:
        json.loads(data, object_pairs_hook=keep, parse_int=str, parse_float=str)
    except RecursionError as exc:
        raise _fault(f"nested deeper than {MAX_DEPTH} levels: {_shown(data)}") from exc
    return found[0] if found else None


def to_line(value: object) -> bytes:
    """Return a value of Python's as the line of JSON it would be. Raises: AgentFaultError (protocol)."""
    try:
        return json.dumps(value, allow_nan=False).encode("ascii")
    except (TypeError, ValueError, RecursionError) as exc:
        words = "nested too deep, or within itself" if isinstance(exc, RecursionError) else str(exc)[:_SHOWN]
        raise _fault(f"a {type(value).__name__} that JSON cannot hold: {words}") from exc


def read_line(value: JsonObject) -> Line:
    """Return the line that an object is. Raises: AgentFaultError (protocol) naming the field that is wrong."""
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _LINES:
        named = f"type {kind[:40]!r}" if isinstance(kind, str) else "no `type`"
        raise _fault(f"a line with {named}; it must be one of {', '.join(_LINES)}")
    return _validated(_LINES[kind], value, f"{kind} line")


def read_reply(value: JsonObject) -> list[JsonObject]:
    """Return the lines of a whole episode, each with its type. Raises: AgentFaultError (protocol)."""
    reply = _validated(Reply, value, "reply")
    if (reply.end is None) == (reply.error is None):
        raise _fault('a reply without an ending; it needs `end` (`{"success": true}`) or `error`, and not both')
    for number, step in enumerate(reply.steps):
        if step.get("type", "step") != "step":
            raise _fault(
                f"steps.{number}: type {str(step['type'])[:40]!r}; every entry of a whole reply is a step that was "
                "taken; nothing can be asked any more"
            )
    if reply.end is not None and reply.end.get("type", "end") != "end":
        raise _fault(f"end: type {str(reply.end['type'])[:40]!r}; `end` is the end line of the episode")
    last: JsonObject = {"type": "error", "message": reply.error}
    if reply.end is not None:
        last = {"type": "end", **reply.end}
    return [*({"type": "step", **step} for step in reply.steps), last]


def _validated(model: type[_Model], value: JsonObject, what: str) -> _Model:
    try:
        return model.model_validate(value)
    except ValidationError as exc:
        raise _fault(f"{what}, {_problem(exc.errors(include_url=False, include_input=False)[0], model)}") from exc


def _problem(error: ErrorDetails, model: type[BaseModel]) -> str:
    path = ".".join(str(part)[:60] for part in error["loc"] if part not in ("bool", "constrained-float"))
    if error["type"] == "extra_forbidden":
        name = str(error["loc"][-1])[:60]
        parts: dict[str, type[BaseModel]] = {"result": Result, "usage": Usage}
        owner = parts.get(str(error["loc"][0]), model) if len(error["loc"]) > 1 else model
        return f"unknown field {path!r}; {did_you_mean(name, owner.model_fields)}"
    if error["type"] == "missing":
        return f"field {path!r} is missing"
    if model is EndLine and path == "success":
        return "field 'success' must be true, false or a number from 0 to 1, or be left out"
    return f"field {path!r}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _unsound(value: object, depth: int = 1) -> str:
    """Return what a value holds that the log cannot, empty when nothing."""
    if isinstance(value, float):
        return "" if math.isfinite(value) else "a number too large to be one"
    if not isinstance(value, dict | list):
        return ""
    if depth > MAX_DEPTH:
        return f"nested deeper than {MAX_DEPTH} levels"
    parts = value.values() if isinstance(value, dict) else value
    return next((found for part in parts if (found := _unsound(part, depth + 1))), "")


def _shown(data: bytes) -> str:
    """The beginning of what was sent, for a message."""
    text = data[:_SHOWN].decode("utf-8", "replace")
    return f"{text!r}{'...' if len(data) > _SHOWN else ''}"


def _fault(message: str) -> AgentFaultError:
    return AgentFaultError("protocol", message)
