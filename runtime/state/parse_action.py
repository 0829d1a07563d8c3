"""From a model's text to one action, or to a message it can act on."""

import json
import math
import re
from dataclasses import dataclass
from typing import Literal

from runtime.contracts.action import ACTION_KINDS, MAX_HINT_LEVEL, RESPONSES, Action
from runtime.contracts.json_types import JsonObject

_FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)
MAX_TEXT = 1200
# Deeper JSON than this is no tool's arguments, and code that walks the state would run out of stack.
MAX_DEPTH = 20
MAX_DIGITS = 300


@dataclass(frozen=True)
class ParseProblem:
    """Why a text is not one action. `message` goes back to the model."""

    kind: Literal["malformed", "several_tools", "uncited"]
    message: str


def parse_action(raw: str, tools: tuple[str, ...]) -> Action | ParseProblem:
    """Return the one action that `raw` holds, or what is wrong with it.

    `raw` must be one JSON object, alone or in one code fence. Two objects, or a list of tools, are `several_tools`.
    """
    value = read_object(raw)
    if isinstance(value, ParseProblem):
        return value
    if isinstance(value.get("tools"), list) or isinstance(value.get("tool"), list):
        return ParseProblem("several_tools", "one tool a turn: give `tool` as one name and ask for the next one later")
    return _build(value, tools)


def read_object(raw: str) -> JsonObject | ParseProblem:
    """Return the one JSON object that `raw` is, alone or in one code fence, or what is wrong with it.

    Numbers are finite and nesting is bounded, so that whatever comes back can be hashed and written to a trace.
    """
    text = raw.strip()
    if match := _FENCE.match(text):
        text = match.group(1)
    if not text:
        return ParseProblem("malformed", "the answer was empty: write one JSON object")
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as exc:
        return ParseProblem("malformed", f"not JSON at character {exc.pos}: write one JSON object and nothing else")
    except RecursionError:
        return ParseProblem("malformed", _TOO_DEEP)
    except _NumberError as exc:
        return ParseProblem("malformed", str(exc))
    rest = text[end:].strip().lstrip(",").strip()
    if isinstance(value, list) or rest.startswith(("{", "[{")):
        return ParseProblem("several_tools", "more than one action: write exactly one JSON object")
    if rest:
        return ParseProblem("malformed", "text after the JSON object: write the object and nothing else")
    if not isinstance(value, dict):
        return ParseProblem("malformed", "the answer must be one JSON object")
    return ParseProblem("malformed", _TOO_DEEP) if _is_deeper(value, MAX_DEPTH) else value


_TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep: write one flat JSON object"


class _NumberError(ValueError):
    """A number that JSON or a float cannot hold."""


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _NumberError(f"a number of {len(digits)} digits is too large: write a smaller one")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _NumberError(f"{digits[:20]} is no finite number: write one")
    return value


_DECODER = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def _is_deeper(value: object, limit: int) -> bool:
    if isinstance(value, dict):
        return limit == 0 or any(_is_deeper(item, limit - 1) for item in value.values())
    if isinstance(value, list):
        return limit == 0 or any(_is_deeper(item, limit - 1) for item in value)
    return False


def _build(value: JsonObject, tools: tuple[str, ...]) -> Action | ParseProblem:
    kind = next((kind for kind in ACTION_KINDS if kind == value.get("action")), None)
    if kind is None:
        return ParseProblem("malformed", f"`action` must be one of {', '.join(ACTION_KINDS)}")
    text = value.get("text", "")
    if not isinstance(text, str):
        return ParseProblem("malformed", "`text` must be a string")
    if kind in RESPONSES and not text.strip():
        return ParseProblem("malformed", f"{kind} needs a `text` for the student")
    reason = value.get("reason", "")
    action = Action(kind, text=text[:MAX_TEXT], reason=reason[:300] if isinstance(reason, str) else "")
    if kind == "REQUEST_TOOL":
        return _tool_request(action, value, tools)
    if kind == "HINT":
        return _hint(action, value)
    return action


def _tool_request(action: Action, value: JsonObject, tools: tuple[str, ...]) -> Action | ParseProblem:
    tool, arguments = value.get("tool"), value.get("arguments", {})
    if not isinstance(tool, str) or not tool:
        return ParseProblem("malformed", f"REQUEST_TOOL needs `tool`: one of {', '.join(tools)}")
    if not isinstance(arguments, dict):
        return ParseProblem("malformed", "`arguments` must be a JSON object")
    return Action(action.kind, text=action.text, tool=tool[:60], arguments=arguments, reason=action.reason)


def _hint(action: Action, value: JsonObject) -> Action | ParseProblem:
    level = value.get("hint_level", 1)
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= MAX_HINT_LEVEL:
        return ParseProblem("malformed", f"`hint_level` must be a whole number from 1 to {MAX_HINT_LEVEL}")
    return Action(action.kind, text=action.text, hint_level=level, reason=action.reason)


def action_from_json(value: JsonObject) -> Action:
    """Return the action a trace holds (written by `Action.to_json`). Raises: ValueError when it is not one."""
    action = _build(value, (str(value.get("tool", "")),))
    if isinstance(action, ParseProblem):
        raise ValueError(f"the trace holds no action: {action.message}")
    return action
