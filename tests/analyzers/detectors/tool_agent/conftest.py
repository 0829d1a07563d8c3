"""Conversations of an agent with tools, as an importer gives them, from one line a message."""

from collections.abc import Callable
from dataclasses import replace
from json import JSONDecodeError, loads
from typing import get_args

import pytest

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.tool_call import ErrorClass, ToolCard
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Header, Outcome, RecordedEnd, Said, Step

ASK_FIRST = "You are a shop's agent with tools. Before you change anything, list the details and get the user's yes."
_HEADER = Header(
    run="r1",
    episode="e1",
    sample="s1",
    case="s1",
    split="",
    trial=0,
    seed=0,
    agent="imported",
    controller=ControllerInfo("openai-messages", "unknown", simulated=False),
    playbook_commit="",
    rules={},
    rules_dropped=(),
    context={},
    imported="openai-messages",
)


def _step(number: int, speaker: str, proposed: JsonObject, raw: str, card: ToolCard | None = None) -> Step:
    return Step(
        run="r1",
        episode="e1",
        step=number,
        attempts=(Attempt(raw),),
        state_before="",
        state_after="",
        proposed=proposed,
        taken=proposed,
        card=card,
        speaker=speaker,
        source_id=str(number + 2),
    )


def _parsed(text: str) -> JsonObject:
    try:
        value = loads(text)
    except JSONDecodeError:
        return {}
    return as_object(value) if isinstance(value, dict) else {"value": value}


def _call(number: int, speaker: str, tool: str, arguments: JsonObject, *rest: str) -> Step:
    """`rest`: the result (none: the call was never answered), the error's class, words beside the call."""
    result, error, text = (*rest, "", "", "")[:3]
    failed = bool(error) or result.startswith("Error")
    known: ErrorClass = next((one for one in get_args(ErrorClass) if one == error), "business_failure")
    card = ToolCard(f"call-{number}", tool, arguments, "", "", not failed, result[:300], known if failed else None)
    proposed: JsonObject = {"action": "REQUEST_TOOL", "tool": tool, "arguments": arguments, "text": text}
    step = _step(number, speaker, proposed, text or str(arguments), replace(card, data=_parsed(result)))
    return replace(step, shown=result) if rest else replace(step, card=None)


def _talk(*lines: tuple[object, ...], end: RecordedEnd = "completed") -> Episode:
    """Return an episode of lines: (system | user | notice | agent, words) or (call, tool, arguments, *rest).

    "agent:Ann" and "call:Ann" name the agent where there are several; a notice comes from a "Terminal".
    """
    opening: list[Said] = []
    steps: list[Step] = []
    for line in lines:
        kind, _, speaker = str(line[0]).partition(":")
        if kind == "agent":
            said: JsonObject = {"action": "RESPOND", "text": line[1]}
            steps.append(_step(len(steps), speaker, said, str(line[1])))
        elif kind == "call":
            steps.append(_call(len(steps), speaker, str(line[1]), as_object(line[2]), *map(str, line[3:])))
        else:
            heard = Said(
                "tool" if kind == "notice" else kind, str(line[1]), "Terminal" if kind == "notice" else speaker
            )
            if steps:
                steps[-1] = replace(steps[-1], heard=(*steps[-1].heard, heard))
            else:
                opening.append(heard)
    outcome = Outcome("r1", "e1", end, "", {})
    return Episode(replace(_HEADER, opening=tuple(opening)), tuple(steps), outcome)


@pytest.fixture
def talk() -> Callable[..., Episode]:
    """Return a builder of conversations: (*lines, end)."""
    return _talk


@pytest.fixture
def ask_first() -> tuple[str, str]:
    """Return instructions that want the user's yes before a change."""
    return ("system", ASK_FIRST)
