"""From a model's text to one action, or to a message it can act on."""

import json
import re
from dataclasses import dataclass
from typing import Literal

from runtime.contracts.action import ACTION_KINDS, MAX_HINT_LEVEL, RESPONSES, Action
from runtime.contracts.json_types import JsonObject

_FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)
MAX_TEXT = 1200


@dataclass(frozen=True)
class ParseProblem:
    """Why a text is not one action. `message` goes back to the model."""

    kind: Literal["malformed", "several_tools"]
    message: str


def parse_action(raw: str, tools: tuple[str, ...]) -> Action | ParseProblem:
    """Return the one action that `raw` holds, or what is wrong with it.

    `raw` must be one JSON object, alone or in one code fence. Two objects, or a list of tools, are `several_tools`.
    """
    value = _read_json(raw)
    if isinstance(value, ParseProblem):
        return value
    if isinstance(value.get("tools"), list) or isinstance(value.get("tool"), list):
        return ParseProblem("several_tools", "one tool a turn: give `tool` as one name and ask for the next one later")
    return _build(value, tools)


def _read_json(raw: str) -> JsonObject | ParseProblem:
    text = raw.strip()
    if match := _FENCE.match(text):
        text = match.group(1)
    if not text:
        return ParseProblem("malformed", "the answer was empty: write one JSON object with an `action`")
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (json.JSONDecodeError, RecursionError) as exc:
        where = f" at character {exc.pos}" if isinstance(exc, json.JSONDecodeError) else ""
        return ParseProblem("malformed", f"not JSON{where}: write one JSON object and nothing else")
    rest = text[end:].strip().lstrip(",").strip()
    if isinstance(value, list) or rest.startswith(("{", "[")):
        return ParseProblem("several_tools", "more than one action: write exactly one JSON object")
    if rest:
        return ParseProblem("malformed", "text after the JSON object: write the object and nothing else")
    if not isinstance(value, dict):
        return ParseProblem("malformed", "the answer must be a JSON object with an `action`")
    return value


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
    tools = (str(value.get("tool", "")),)
    action = _build({"text": " ", **value}, tools)
    if isinstance(action, ParseProblem):
        raise ValueError(action.message)
    return action
