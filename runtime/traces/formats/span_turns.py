"""The spans of one trace as turns of a conversation: which of them speak, when, and for whom."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from runtime.traces.formats.aliases import first, first_text, span_kind
from runtime.traces.formats.otlp_spans import Span
from runtime.traces.formats.span_content import read_turn
from runtime.traces.formats.span_tree import ancestors, subtree_ends
from runtime.traces.formats.span_turn import SpanTurn

Report = Callable[[Span, str], None]
_AROUND = ("agent", "chain")


def read_turns(spans: Sequence[Span], report: Report) -> list[SpanTurn]:
    """Return what a trace's spans say, in order; `spans` come as `span_tree.ordered` gives them.

    A model call recorded twice, by a framework and by the client below it, is read from the inner one; a tool call from
    the outer one. An agent's own messages are read where no model call is recorded below it, or none with content.
    """
    known = {span.span_id: span for span in spans}
    turns: dict[str, SpanTurn] = {}
    for span in spans:
        kind = span_kind(span.attributes)
        if kind != "other" or first(span.attributes, "inputs are new") is True:
            turns[span.span_id] = read_turn(span, kind, _thread(span, known), partial(report, span))
    return with_last_words(speaking(spans, turns), turns)


def speaking(spans: Sequence[Span], turns: dict[str, SpanTurn]) -> list[SpanTurn]:
    """Return the turns to be read, in order: a tool's result and an agent's answer come after what is below them."""
    trace = _Trace(turns, spans, subtree_ends(spans), {span.span_id: span for span in spans})
    placed: list[tuple[int, int, SpanTurn]] = []
    for index, span in enumerate(spans):
        last = trace.ends[span.span_id] - 1
        if span.span_id in turns:
            spoken = trace.spoken(index)
            placed.extend((last, last - index, turn) if late else (index, 0, turn) for late, turn in spoken)
    return [turn for _, _, turn in sorted(placed, key=lambda item: item[:2])]


def with_last_words(turns: list[SpanTurn], all_turns: dict[str, SpanTurn]) -> list[SpanTurn]:
    """Give the last model call, where no call's content was captured, what the agent is recorded to have answered."""
    answers = [turn.outputs for turn in all_turns.values() if turn.kind in _AROUND and turn.outputs]
    last = next((index for index in reversed(range(len(turns))) if turns[index].kind == "chat"), None)
    if last is None or not answers or any(turn.outputs for turn in turns if turn.kind == "chat"):
        return turns
    return [*turns[:last], replace(turns[last], outputs=answers[0][-1:]), *turns[last + 1 :]]


@dataclass
class _Trace:
    """A trace's turns by span id, its spans in order, where what is below each ends, and the spans by id."""

    turns: dict[str, SpanTurn]
    spans: Sequence[Span]
    ends: dict[str, int]
    known: dict[str, Span]

    def spoken(self, index: int) -> Iterator[tuple[bool, SpanTurn]]:
        """Yield what a span adds, with whether it comes after everything below it."""
        span = self.spans[index]
        turn, inner = self.turns[span.span_id], self._inner(index)
        if turn.kind == "tool":
            if not any(_same_call(above, turn) for above in self._above(span) if above.kind == "tool"):
                yield True, _whole_call(turn, inner)
        elif turn.kind == "chat":
            if not self._is_repeated(span, turn, inner):
                yield False, turn
        elif turn.kind == "other":
            yield False, replace(turn, outputs=())
        else:
            yield from self._around(span, turn, inner)

    def _around(self, span: Span, turn: SpanTurn, inner: list[SpanTurn]) -> Iterator[tuple[bool, SpanTurn]]:
        is_inner_silent = not any(_has_content(one) for one in inner if one.kind in ("chat", "agent"))
        has_chat = any(one.kind == "chat" for one in self.turns.values())
        is_silent = not any(_has_content(one) for one in self.turns.values() if one.kind in ("chat", "other"))
        is_outermost = not any(_has_content(above) for above in self._above(span) if above.kind in _AROUND)
        has_own_answer = turn.kind == "agent" and is_inner_silent and not any(one.kind == "chat" for one in inner)
        if turn.outputs and (has_own_answer or (is_silent and not has_chat and is_outermost)):
            if turn.kind == "agent" or not any(one.kind == "agent" and _has_content(one) for one in inner):
                yield False, replace(turn, outputs=())
                yield True, replace(turn, inputs=())
        elif is_silent and is_outermost and turn.inputs:
            yield False, replace(turn, outputs=())

    def _is_repeated(self, span: Span, turn: SpanTurn, inner: list[SpanTurn]) -> bool:
        chats = [one for one in inner if one.kind == "chat"]
        if chats:
            return any(_has_content(one) for one in chats) or not _has_content(turn)
        outer = [above for above in self._above(span) if above.kind == "chat"]
        return not _has_content(turn) and any(_has_content(above) for above in outer)

    def _inner(self, index: int) -> list[SpanTurn]:
        below = self.spans[index + 1 : self.ends[self.spans[index].span_id]]
        return [self.turns[one.span_id] for one in below if one.span_id in self.turns]

    def _above(self, span: Span) -> list[SpanTurn]:
        found = (self.turns.get(one.span_id) for one in ancestors(span, self.known))
        return [turn for turn in found if turn is not None]


def _whole_call(turn: SpanTurn, inner: list[SpanTurn]) -> SpanTurn:
    """Fill what the outer span of a call lacks from the one below that records the same call."""
    for one in inner:
        if turn.call is not None and one.call is not None and _same_call(turn, one):
            arguments = one.call.arguments if turn.call.arguments == "{}" else turn.call.arguments
            call = replace(turn.call, arguments=arguments, call_id=turn.call.call_id or one.call.call_id)
            turn = replace(turn, call=call, result=turn.result or one.result, error=turn.error or one.error)
    return turn


def _has_content(turn: SpanTurn) -> bool:
    return bool(turn.inputs or turn.outputs)


def _same_call(one: SpanTurn, other: SpanTurn) -> bool:
    if one.call is None or other.call is None:
        return False
    if one.call.call_id and other.call.call_id:
        return one.call.call_id == other.call.call_id
    return one.call.name == other.call.name


def _thread(span: Span, known: dict[str, Span]) -> str:
    """Return the agent whose history a span continues: as it says itself, else as the nearest agent around it."""
    own = first_text(span.attributes, "agent")
    around = (
        first_text(above.attributes, "agent")
        for above in ancestors(span, known)
        if span_kind(above.attributes) in _AROUND
    )
    return own or next((name for name in around if name), "")
