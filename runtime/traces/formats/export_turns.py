"""An episode as the model calls of its agent: what each was newly told, what it answered, which calls it asked for."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode, Said, Step


@dataclass(frozen=True)
class ExportedCall:
    """One tool call: `arguments` as recorded (an object, or the text that was none), `result` as the model saw it."""

    step: Step
    call_id: str
    name: str
    arguments: object
    result: str

    @property
    def arguments_text(self) -> str:
        """The arguments as JSON text, or as the text they were recorded as."""
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True)
class ExportedTurn:
    """One answer of the model. `inputs` and `output` are messages in the form of the GenAI conventions."""

    steps: tuple[Step, ...]
    inputs: tuple[JsonObject, ...]
    output: JsonObject
    calls: tuple[ExportedCall, ...]


def exported_turns(episode: Episode) -> tuple[tuple[ExportedTurn, ...], tuple[JsonObject, ...]]:
    """Return the episode's answers in order, and what was said after the last of them.

    Steps that were read from one message are one answer. Before the first answer stands the episode's opening, or its
    question; later inputs are what is new: results, what others said, the student's turns.
    """
    turns: list[ExportedTurn] = []
    pending = list(_opening(episode))
    for steps in _messages(episode.steps):
        calls = tuple(call for step in steps if (call := _call(step)) is not None)
        turns.append(ExportedTurn(steps, tuple(pending), _output(steps, calls), calls))
        pending = [message for step in steps for message in _after(step)]
    # The results of the last calls stand on the spans of those calls.
    ids = {call.call_id for turn in turns for call in turn.calls}
    return tuple(turns), tuple(message for message in pending if _answered(message) not in ids)


def text_message(role: str, text: str, name: str = "") -> JsonObject:
    """Return a message with one text."""
    message: JsonObject = {"role": role, "parts": [{"type": "text", "content": text}]}
    return {**message, "name": name} if name else message


def _messages(steps: Iterable[Step]) -> Iterator[tuple[Step, ...]]:
    def same(step: Step) -> object:
        return (step.source_id, step.speaker) if step.source_id else step.step

    for _, group in groupby(steps, key=same):
        yield tuple(group)


def _opening(episode: Episode) -> Iterator[JsonObject]:
    if episode.header.opening:
        yield from (_said(said) for said in episode.header.opening)
    elif episode.header.question and not episode.header.imported:
        yield text_message("user", episode.header.question)


def _said(said: Said) -> JsonObject:
    if said.role != "tool":
        return text_message(said.role, said.text, said.name)
    # A result that no call asked for: an id of its own keeps readers from giving it to one that has none.
    return _result_message(f"unpaired:{said.source_id}", said.text)


def _result_message(call_id: str, text: str) -> JsonObject:
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call_id, "response": text}]}


def _after(step: Step) -> Iterator[JsonObject]:
    call = _call(step)
    if call is not None and step.card is not None:
        yield _result_message(call.call_id, call.result)
    yield from (_said(said) for said in step.heard)
    if step.student is not None:
        yield text_message("user", step.student.text, "student")


def _answered(message: JsonObject) -> object:
    """Return the id of the call that a message answers, None for any other message."""
    parts = message["parts"]
    assert isinstance(parts, list)
    return parts[0].get("id")


def _call(step: Step) -> ExportedCall | None:
    taken = step.taken or {}
    if taken.get("action") != "REQUEST_TOOL" and step.card is None:
        return None
    card = step.card
    malformed = [one.raw for one in step.attempts[:1] if one.error_kind == "malformed" and not taken.get("arguments")]
    return ExportedCall(
        step=step,
        call_id=card.call_id if card is not None and card.call_id else f"{step.episode}:{step.step}",
        name=card.name if card is not None else str(taken.get("tool") or ""),
        arguments=malformed[0] if malformed and len(step.attempts) == 1 else as_object(taken.get("arguments")),
        result=step.shown or ("" if card is None or step.source_id else card.summary),
    )


def _output(steps: tuple[Step, ...], calls: tuple[ExportedCall, ...]) -> JsonObject:
    text = _text(steps[0], is_call=bool(calls))
    parts: list[JsonObject] = [{"type": "text", "content": text}] if text or not calls else []
    parts += [
        {"type": "tool_call", "id": call.call_id, "name": call.name, "arguments": call.arguments} for call in calls
    ]
    message: JsonObject = {"role": "assistant", "parts": parts}
    if steps[0].speaker:
        message["name"] = steps[0].speaker
    reasons = [attempt.finish_reason for attempt in steps[0].attempts if attempt.finish_reason]
    return {**message, "finish_reason": reasons[-1]} if reasons else message


def _text(step: Step, is_call: bool) -> str:
    taken = step.taken or {}
    if "text" in taken or is_call:
        return str(taken.get("text") or "")
    if taken:
        return json.dumps(taken, ensure_ascii=False)
    return step.attempts[-1].raw if step.attempts else ""
