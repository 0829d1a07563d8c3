"""Pure transitions of the inspector's state: (state, event) -> state."""

from dataclasses import replace

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.sample import Sample
from runtime.contracts.state import Budgets, Message, Terminal
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.contracts.trace_event import Attempt
from runtime.inspection.state import InspectorState
from runtime.inspection.types import MEASURES, Box, Candidate, Measures
from runtime.state.transitions import with_asked


def start(sample: Sample, budgets: Budgets) -> InspectorState:
    """Return the state before the first decision."""
    return InspectorState(image_ref=sample.image, budgets=budgets)


def with_attempts(state: InspectorState, attempts: tuple[Attempt, ...]) -> InspectorState:
    """Return the state after the model was asked: its calls, tokens and cost are counted."""
    return replace(state, spent=with_asked(state.spent, attempts))


def with_step(state: InspectorState) -> InspectorState:
    """Return the state with one more decision counted."""
    return replace(state, spent=replace(state.spent, steps=state.spent.steps + 1))


def with_said(state: InspectorState, words: str) -> InspectorState:
    """Return the state with what the model chose as the last message."""
    return replace(state, messages=(*state.messages, Message("assistant", "tutor", words)))


def with_notice(state: InspectorState, text: str) -> InspectorState:
    """Return the state with a notice to the model as its last message."""
    return replace(state, messages=(*state.messages, Message("user", "notice", text)))


def with_rejection(state: InspectorState, notice: str) -> InspectorState:
    """Return the state after the report check sent a report back; `notice` says what is wrong with it."""
    return with_notice(replace(state, rejections=state.rejections + 1), notice)


def with_card(state: InspectorState, call: ToolCall, card: ToolCard, shown: str) -> InspectorState:
    """Return the state after a call: what was found and measured is taken from the card's data.

    A search that found nothing is a search too. Pictures go with the message `shown`, the first of a card only.
    """
    picture = card.artifact_refs[0] if card.artifact_refs else ""
    after = replace(
        state,
        calls=(*state.calls, call),
        cards=(*state.cards, card),
        messages=(*state.messages, Message("user", "tool", shown, picture)),
        spent=replace(state.spent, tool_calls=state.spent.tool_calls + 1),
    )
    if card.name == "find_candidates" and (card.ok or card.error_class == "empty_result"):
        return replace(after, candidates=tuple(_candidate(row) for row in _rows(card.data, "candidates")))
    if card.name == "measure_candidate" and card.ok:
        measured = dict(_measured(row) for row in _rows(card.data, "measures"))
        return replace(after, measured={**state.measured, **measured})
    return after


def with_seconds(state: InspectorState, seconds: float) -> InspectorState:
    """Return the state with the wall time used so far."""
    return replace(state, spent=replace(state.spent, seconds=seconds))


def ended(state: InspectorState, terminal: Terminal) -> InspectorState:
    """Return the state at its named end."""
    return replace(state, terminal=terminal)


def _rows(data: JsonObject, name: str) -> list[JsonObject]:
    rows = data.get(name, [])
    assert isinstance(rows, list)
    return [as_object(row) for row in rows]


def _candidate(row: JsonObject) -> Candidate:
    box = row["box"]
    assert isinstance(box, list | tuple)
    x0, y0, x1, y1 = (int(side) for side in box)
    return Candidate(_id(row), Box(x0, y0, x1, y1))


def _measured(row: JsonObject) -> tuple[int, Measures]:
    return _id(row), Measures(*(_number(row[name]) for name in MEASURES))


def _id(row: JsonObject) -> int:
    name = row["id"]
    assert isinstance(name, int)
    return name


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)
