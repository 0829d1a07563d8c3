"""One conversation out of spans that each repeat what was said before: every message once, in order."""

import json
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from runtime.traces.formats.decision_context import decided
from runtime.traces.formats.json_text import parse_json
from runtime.traces.formats.span_turn import SpanTurn
from runtime.traces.formats.transcript import HeardMessage, ToolRequest, TranscriptMessage

_Key: TypeAlias = tuple[object, ...]
# The place of a message, and of a call in it.
_Call: TypeAlias = tuple[int, int]


def join_history(turns: Iterable[SpanTurn]) -> tuple[TranscriptMessage, ...]:
    """Return the messages of a conversation, each once, from its spans in the order they happened.

    A model call's inputs are matched, in order, against what was said; what is not found is new. Inputs without any
    answer of the model, from an agent that has answered before, are not a history but new altogether. An assistant's
    among inputs that are said to be new are no decisions. A tool's span gives its call where no model call asked for
    it, and the result; what the model was shown of the result counts more.
    """
    joined = _Joined()
    for turn in turns:
        if turn.kind == "tool":
            joined.take_tool(turn)
        else:
            joined.take_inputs(turn)
            joined.take_outputs(turn)
    joined.settle()
    return tuple(joined.messages)


@dataclass
class _Joined:
    messages: list[TranscriptMessage] = field(default_factory=list)
    places: dict[_Key, list[int]] = field(default_factory=lambda: defaultdict(list))
    last_answer: dict[str, int] = field(default_factory=dict)
    # Calls that no tool's span was read for yet, and the results that were seen in a model call's inputs.
    not_run: list[_Call] = field(default_factory=list)
    shown: dict[_Call, int] = field(default_factory=dict)
    # A message and the calls it is yet to be given: they can be thousands, each of which would copy those before it.
    asking: int = -1
    asked_for: list[ToolRequest] = field(default_factory=list)

    def settle(self) -> None:
        """Give the calls no model call asked for to the message they were found to belong to."""
        if self.asked_for:
            before = self.messages[self.asking]
            self.places[_key(before)].remove(self.asking)
            self.messages[self.asking] = replace(before, calls=(*before.calls, *self.asked_for))
            insort(self.places[_key(self.messages[self.asking])], self.asking)
        self.asking, self.asked_for = -1, []

    def take_inputs(self, turn: SpanTurn) -> None:
        self.settle()
        own = max(self.last_answer.values(), default=-1) if turn.inputs_are_new else self.last_answer.get(turn.thread)
        after = -1 if own is None else own
        is_delta = after >= 0 and all(message.role != "assistant" for message in turn.inputs)
        here = after + 1 if turn.inputs_are_new or is_delta else 0
        for message in turn.inputs:
            is_anywhere = message.role in ("system", "developer") and not turn.inputs_are_new
            can_be_known = not turn.inputs_are_new or message.role == "tool"
            found = self._find(message, 0 if is_anywhere else here) if can_be_known else None
            if found is None:
                is_heard = turn.inputs_are_new and message.role == "assistant"
                heard = HeardMessage(**vars(message)) if is_heard else message
                self._add(replace(heard, source_id=f"{turn.source_id}/in"))
                if message.role == "tool":
                    self._note_shown(message)
            else:
                self._was_shown(found, message)
                here = max(here, found + 1)

    def take_outputs(self, turn: SpanTurn) -> None:
        self.settle()
        outputs = turn.outputs or ((TranscriptMessage("assistant", ""),) if turn.kind == "chat" else ())
        if turn.kind in ("agent", "chain") and any(one.role != "assistant" for one in outputs):
            self.take_inputs(replace(turn, inputs=outputs))  # an answer that repeats what led to it
            return
        for number, output in enumerate(outputs):
            message = replace(output, error=output.error or turn.error)
            self._add(_counted(message, turn) if number == 0 else _numbered(message, turn, number))
            if turn.outputs or not turn.error:  # after an error the same inputs are often sent again
                self.last_answer[turn.thread] = len(self.messages) - 1

    def take_tool(self, turn: SpanTurn) -> None:
        assert turn.call is not None
        asked = self._asked(turn.call)
        call_id = turn.call.call_id
        if asked is None:
            self._ask(turn, turn.call)
        else:
            self.not_run.remove(asked)
            call_id = self._at(asked).call_id or call_id
        result = TranscriptMessage(
            "tool",
            turn.result,
            name=turn.call.name,
            call_id=call_id,
            error=turn.error,
            source_id=f"{turn.source_id}/result",
            duration_ms=turn.duration_ms,
        )
        seen = None if asked is None else self.shown.get(asked)
        if seen is None:
            self._add(result)
        else:  # the model call that was shown the result comes first in the record
            self.messages[seen] = replace(
                self.messages[seen], error=self.messages[seen].error or turn.error, duration_ms=turn.duration_ms
            )

    def _ask(self, turn: SpanTurn, call: ToolRequest) -> None:
        """Add a call that no model call is recorded to have asked for: to an answer whose content is not, or alone."""
        if self.asking >= 0:  # only results have come since
            self.asked_for.append(call)
            return
        last = len(self.messages) - 1
        while last >= 0 and self.messages[last].role == "tool" and self.messages[last].source_id.endswith("/result"):
            last -= 1
        before = self.messages[last] if last >= 0 else None
        if before is not None and before.role == "assistant" and not before.text and not before.error:
            self.asking, self.asked_for = last, [call]
        else:
            self._add(TranscriptMessage("assistant", "", calls=(call,), source_id=turn.source_id))
            self.not_run.pop()

    def _asked(self, call: ToolRequest) -> _Call | None:
        """Return the call that this run answers: by id, else by name and arguments, else by name; unanswered first."""
        best: tuple[bool, bool, int] | None = None
        for index, place in enumerate(self.not_run):
            asked = self._at(place)
            has_ids = bool(asked.call_id and call.call_id)
            if asked.call_id == call.call_id if has_ids else asked.name == call.name:
                is_other = not has_ids and _arguments(asked) != _arguments(call)
                rank = (place in self.shown, is_other, index)
                best = rank if best is None else min(best, rank)
        return None if best is None else self.not_run[best[2]]

    def _note_shown(self, message: TranscriptMessage) -> None:
        place = len(self.messages) - 1
        for call in self.not_run:
            asked = self._at(call)
            fits = asked.call_id == message.call_id if message.call_id else asked.name == message.name
            if fits and call not in self.shown:
                self.shown[call] = place
                return

    def _at(self, place: _Call) -> ToolRequest:
        return self.messages[place[0]].calls[place[1]]

    def _add(self, message: TranscriptMessage) -> None:
        place = len(self.messages)
        self.messages.append(message)
        self.places[_key(message)].append(place)
        self.not_run.extend((place, number) for number in range(len(message.calls)))

    def _find(self, message: TranscriptMessage, start: int) -> int | None:
        places = self.places.get(_key(message), [])
        index = bisect_left(places, start)
        return places[index] if index < len(places) else None

    def _was_shown(self, place: int, message: TranscriptMessage) -> None:
        known = self.messages[place]
        if message.role == "tool" and message.text and message.text != known.text:
            self.messages[place] = replace(known, text=message.text)


def _counted(message: TranscriptMessage, turn: SpanTurn) -> TranscriptMessage:
    return replace(
        decided(message, turn.decision),
        source_id=turn.source_id,
        prompt_tokens=turn.prompt_tokens,
        completion_tokens=turn.completion_tokens,
        cached_tokens=turn.cached_tokens,
        duration_ms=turn.duration_ms,
        finish_reason=message.finish_reason or turn.finish_reason,
    )


def _numbered(message: TranscriptMessage, turn: SpanTurn, number: int) -> TranscriptMessage:
    return replace(message, source_id=f"{turn.source_id}/{number + 1}")


def _key(message: TranscriptMessage) -> _Key:
    if message.role == "tool":
        return ("tool", message.call_id) if message.call_id else ("tool", "", message.text.strip())
    if message.calls and all(call.call_id for call in message.calls):
        return (message.role, *(call.call_id for call in message.calls))
    return (message.role, message.text.strip(), *((call.name, _arguments(call)) for call in message.calls))


def _arguments(call: ToolRequest) -> str:
    value = parse_json(call.arguments).value
    return call.arguments if value is None else json.dumps(value, sort_keys=True)
