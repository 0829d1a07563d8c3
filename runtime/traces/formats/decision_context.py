"""What conditions saw of a decision, as an exported trace says it beside the agent's message."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Header, Step
from runtime.traces.event_json import plain
from runtime.traces.formats.transcript import TranscriptMessage

# How people's own agents are reached; what conditions see of these alone is exported.
_OWN_BACKENDS = frozenset({"python", "command", "http"})
_CALL = "REQUEST_TOOL"
# Of an action's fields those that every agent has; the others it declares.
_COMMON = frozenset({"kind", "name", "text", "arguments", "repeats"})
# How deep in an event a context lies, counted toward how deep an event may be.
_DEPTH = 2


@dataclass(frozen=True)
class DecidedMessage(TranscriptMessage):
    """A message of a trace that ACE wrote: `decision` also says what conditions saw (see `said_decision`)."""

    decision: JsonObject = field(default_factory=dict)


class ReadDecision(NamedTuple):
    """What a step holds of a decision: `taken` is None where a gate stopped it."""

    proposed: JsonObject
    taken: JsonObject | None
    context: JsonObject


def said_decision(header: Header, step: Step) -> JsonObject:
    """Return {"action", "state", "episode"} as conditions saw them; empty where that is not on record.

    An action's text and a call's arguments are left out where the message says them; the whole is there, with `taken`
    (what the gates let happen: an action's kind, or None), where it is another action than the one proposed.
    """
    action = as_object(step.context.get("action"))
    if "name" not in action or not (header.imported or header.controller.backend in _OWN_BACKENDS):
        return {}
    kept = {key: value for key, value in action.items() if value or key not in ("text", "arguments")}
    out: JsonObject = {"action": kept, "state": as_object(step.context.get("state")), "episode": header.context}
    if step.proposed != step.taken:
        return {**out, "taken": None if step.taken is None else str(step.taken.get("action") or "")}
    kept.pop("text", None)
    if action.get("kind") == _CALL:
        kept.pop("arguments", None)
    return out


def decided(message: TranscriptMessage, decision: JsonObject) -> TranscriptMessage:
    """Return the message with what conditions saw; as it is where `decision` is empty or holds no action's kind."""
    if not isinstance(as_object(decision.get("action")).get("kind"), str):
        return message
    return DecidedMessage(**vars(message), decision=as_object(plain(decision, _DEPTH)))


def episode_context(messages: Iterable[TranscriptMessage]) -> JsonObject:
    """Return what conditions saw as `episode`, by the first message that says it; empty where none does."""
    said = (as_object(one.decision.get("episode")) for one in messages if isinstance(one, DecidedMessage))
    return next((one for one in said if one), {})


def read_decision(decision: JsonObject, told: JsonObject) -> ReadDecision:
    """Return the decision whole: what the message left to say is `told`, an action as steps hold it."""
    action = as_object(decision["action"])
    is_told = "taken" not in decision
    kind, name = str(action["kind"]), str(action.get("name") or "")
    text = str(told["text"] if is_told else action.get("text", ""))
    is_told_arguments = is_told and kind == _CALL
    arguments = as_object(told.get("arguments") if is_told_arguments else action.get("arguments"))
    proposed: JsonObject = {"action": kind, "text": text}
    if kind == _CALL or arguments:
        proposed |= {"tool": name if kind == _CALL else "", "arguments": arguments}
    proposed |= {key: value for key, value in action.items() if key not in _COMMON and key not in proposed}
    seen: JsonObject = {**action, "text": text, "arguments": arguments}
    context: JsonObject = {"action": seen, "state": as_object(decision.get("state"))}
    taken = decision.get("taken")
    stopped = None if taken is None else {**told, "action": str(taken)}
    return ReadDecision(proposed, proposed if is_told else stopped, context)
