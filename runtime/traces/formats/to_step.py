"""One decision of an agent from outside as a step. Pure."""

import math
from typing import NamedTuple

from pydantic_core import from_json

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Attempt, Step
from runtime.traces.event_json import plain
from runtime.traces.formats.classify_result import NO_JSON, classify_result, parsed_result
from runtime.traces.formats.decision_context import DecidedMessage, ReadDecision, read_decision
from runtime.traces.formats.sound_json import cut_text
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage

SUMMARY_CHARS = 300
# How deep in an event what a call was asked and answered lies at most, counted toward how deep an event may be.
_DEPTH = 3


class Decision(NamedTuple):
    """A message in which the agent decided, at `step`. `ids`: run and episode; `state`: what conditions see of it."""

    message: TranscriptMessage
    step: int
    ids: tuple[str, str]
    state: JsonObject


class _Arguments(NamedTuple):
    """A call's arguments; `error` says why the recorded text is none."""

    value: JsonObject
    error: str


def said_step(decision: Decision) -> Step:
    """Return the step of a message that only says something."""
    message = decision.message
    action: JsonObject = {"action": "RESPOND", "text": message.text}
    return _step(decision, action, _attempt(message, message.text))


def call_step(decision: Decision, number: int, answer: TranscriptMessage | None) -> Step:
    """Return the step of a message's call `number` (from 0) and of the message that answers it, if one does.

    The message's text and its tokens count once, with its first call.
    """
    message = decision.message
    call = message.calls[number]
    recorded = cut_text(call.arguments)
    arguments = _arguments(recorded)
    text = message.text if number == 0 else ""
    action: JsonObject = {"action": "REQUEST_TOOL", "tool": call.name, "arguments": arguments.value, "text": text}
    counted = message if number == 0 else TranscriptMessage("assistant", "", finish_reason=message.finish_reason)
    attempt = _attempt(counted, recorded if arguments.error else text or recorded, arguments.error)
    card = None if answer is None else _card(call, arguments.value, answer, f"made-{decision.step}")
    return _step(decision, action, attempt, card, "" if answer is None else answer.text)


def _step(
    decision: Decision, action: JsonObject, attempt: Attempt, card: ToolCard | None = None, shown: str = ""
) -> Step:
    run, episode = decision.ids
    seen: JsonObject = {
        "kind": action["action"],
        "tool": action.get("tool", ""),
        "arguments": action.get("arguments", {}),
        "text": action["text"],
    }
    read = ReadDecision(action, action, {"action": seen, "state": decision.state})
    if isinstance(decision.message, DecidedMessage) and len(decision.message.calls) < 2:
        read = read_decision(decision.message.decision, action)
    return Step(
        run=run,
        episode=episode,
        step=decision.step,
        attempts=(attempt,),
        state_before="",
        state_after="",
        proposed=read.proposed,
        taken=read.taken,
        context=read.context,
        card=card,
        shown=shown,
        speaker=decision.message.name,
        source_id=decision.message.source_id,
    )


def _attempt(message: TranscriptMessage, raw: str, error: str = "") -> Attempt:
    return Attempt(
        raw=raw,
        error=error,
        error_kind="malformed" if error else "",
        prompt_tokens=message.prompt_tokens,
        completion_tokens=message.completion_tokens,
        cached_tokens=message.cached_tokens,
        seconds=_finite(message.duration_ms) / 1000.0,
        finish_reason=message.finish_reason,
    )


def _finite(number: float) -> float:
    return number if math.isfinite(number) else 0.0


def _arguments(recorded: str) -> _Arguments:
    if not recorded.strip():  # how some servers write a call without arguments
        return _Arguments({}, "")
    try:
        value: object = from_json(recorded.encode("utf-8", "backslashreplace"), allow_inf_nan=False)
    except ValueError as exc:
        return _Arguments({}, f"the arguments are not JSON: {exc}")
    if not isinstance(value, dict):
        return _Arguments({}, "the arguments are JSON, but not an object")
    return _Arguments(as_object(plain(value, _DEPTH)), "")


def _card(call: ToolRequest, arguments: JsonObject, answer: TranscriptMessage, made_id: str) -> ToolCard:
    parsed = parsed_result(answer.text)
    verdict = classify_result(answer.text, parsed, answer.error)
    return ToolCard(
        call_id=call.call_id or answer.call_id or made_id,
        name=call.name,
        arguments=arguments,
        permission="",
        idempotency_key="",
        ok=verdict.ok,
        summary=" ".join((answer.text or answer.error)[: 8 * SUMMARY_CHARS].split())[:SUMMARY_CHARS],
        error_class=verdict.error_class,
        data=_data(parsed),
        duration_ms=_finite(answer.duration_ms),
        id_source="recorded" if call.call_id or answer.call_id else "synthetic",
    )


def _data(parsed: object) -> JsonObject:
    if parsed is NO_JSON:
        return {}
    return as_object(plain(parsed if isinstance(parsed, dict) else {"value": parsed}, _DEPTH))
