"""How the inspector's state changes."""

from dataclasses import replace

import pytest

from runtime.agents.inspector.transitions import (
    ended,
    start,
    with_attempts,
    with_card,
    with_notice,
    with_rejection,
    with_said,
    with_seconds,
    with_step,
)
from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import Budgets
from runtime.contracts.tool_call import ErrorClass, ToolCall
from runtime.contracts.trace_event import Attempt
from runtime.inspection.types import Box, Candidate, Measures
from tests.runtime.agents.inspector.inspections import casting, found
from tests.runtime.builders import card

ROWS: JsonObject = {"candidates": [{"id": 1, "box": [2, 3, 9, 8]}]}
CALL = ToolCall("call-1", "find_candidates", {})


def test_it_begins_with_nothing_looked_for() -> None:
    state = start(casting(), Budgets(steps=3))
    assert (state.image_ref, state.candidates, state.budgets.steps) == ("casting:7", None, 3)


@pytest.mark.parametrize(
    ("error", "data", "expected"),
    [
        (None, ROWS, (Candidate(1, Box(2, 3, 9, 8)),)),
        (None, {"candidates": []}, ()),
        ("empty_result", {}, ()),
        ("timeout", {}, None),
    ],
    ids=["one", "none", "an empty result", "a failure"],
)
def test_a_search_gives_the_candidates(
    error: ErrorClass | None, data: JsonObject, expected: tuple[Candidate, ...] | None
) -> None:
    done = with_card(start(casting(), Budgets()), CALL, replace(card("find_candidates", error), data=data), "shown")
    assert done.candidates == expected
    assert done.spent.tool_calls == 1
    assert (done.messages[0].text, done.messages[0].image_ref) == ("shown", "")


def test_measuring_adds_to_what_was_measured() -> None:
    row: JsonObject = {"id": 2, "contrast": 0.5, "area_px": 7, "aspect_ratio": 1.5, "edge_distance_px": 0}
    measured = replace(card("measure_candidate"), data={"measures": [row]})
    before = found(1)
    after = with_card(before, CALL, measured, "")
    assert after.measured == {**before.measured, 2: Measures(0.5, 7.0, 1.5, 0.0)}
    assert before.unmeasured == (2, 3)
    assert after.unmeasured == (3,)


def test_a_measurement_that_failed_measures_nothing() -> None:
    after = with_card(found(), CALL, card("measure_candidate", "invalid_arguments"), "no such id")
    assert after.measured == {}


def test_a_picture_goes_with_the_message_that_shows_it() -> None:
    shown = replace(card("view_candidate"), artifact_refs=("artifact://sha256/ab",))
    assert with_card(found(), CALL, shown, "a crop").messages[0].image_ref == "artifact://sha256/ab"


def test_what_is_said_stands_in_order_and_what_is_spent_is_counted() -> None:
    state = with_rejection(with_notice(with_said(found(), "{}"), "act"), "sent back")
    assert [(one.role, one.speaker, one.text) for one in state.messages] == [
        ("assistant", "tutor", "{}"),
        ("user", "notice", "act"),
        ("user", "notice", "sent back"),
    ]
    state = with_seconds(with_step(with_attempts(state, (Attempt("x", prompt_tokens=5), Attempt("y")))), 1.5)
    assert (state.spent.model_calls, state.spent.prompt_tokens, state.spent.steps) == (2, 5, 1)
    assert (state.rejections, state.spent.seconds) == (1, 1.5)
    assert ended(state, "answered").terminal == "answered"
