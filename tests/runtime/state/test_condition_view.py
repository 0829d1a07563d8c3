"""Conditions see exactly what is documented, with the documented types."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.action import ACTION_KINDS, MAX_HINT_LEVEL, Action, ActionKind
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField
from runtime.contracts.state import AgentState, Message, StudentState
from runtime.contracts.tool_call import ErrorClass, ToolCall
from runtime.contracts.trace_event import Attempt
from runtime.state.condition_view import condition_context, episode_view, is_observed, leak_in, repeats_of, state_view
from runtime.state.transitions import with_attempts, with_retrieval, with_tool_result
from tests.runtime.builders import HITS, SAMPLE, UNSAFE, card, sample, state, tool_request

OPEN_OBJECTS = {"action.arguments"}


def _paths(value: object, prefix: str = "") -> dict[str, object]:
    if not isinstance(value, dict) or prefix in OPEN_OBJECTS:
        return {prefix: value}
    out: dict[str, object] = {}
    for key, item in value.items():
        out |= _paths(item, f"{prefix}.{key}" if prefix else key)
    return out


actions = st.builds(
    Action,
    kind=st.sampled_from(ACTION_KINDS),
    text=st.sampled_from(["", "Why?", "The answer is B."]),
    tool=st.sampled_from(["retrieve", "zoom"]),
    arguments=st.sampled_from([{}, {"query": "x"}, {"box": [0, 0, 1, 1]}]),
    hint_level=st.integers(0, MAX_HINT_LEVEL),
)
errors: st.SearchStrategy[ErrorClass | None] = st.sampled_from([None, "timeout", "empty_result"])


@st.composite
def states(draw: st.DrawFn) -> AgentState:
    """Any mixture of searches, tool calls and answers."""
    now = state(StudentState(attempts=draw(st.integers(0, 3)), hint_level=draw(st.integers(0, 3))))
    if draw(st.booleans()):
        now = with_retrieval(now, HITS, "one", draw(st.sampled_from([0.0, 0.5, 1.0])))
    for name in draw(st.lists(st.sampled_from(["zoom", "retrieve"]), max_size=3)):
        now = with_tool_result(now, card(name, draw(errors)), "RESULT")
    return replace(now, image_ref=draw(st.sampled_from(["", "x.png"])))


@given(actions, states(), st.sampled_from(["", UNSAFE]))
def test_the_context_has_exactly_the_documented_fields(action: Action, now: AgentState, opening: str) -> None:
    paths = _paths(condition_context(action, now, sample(opening=opening)))
    assert set(paths) == {field.path for field in TUTOR_CONTEXT}
    for field in TUTOR_CONTEXT:
        assert type(paths[field.path]) is type(field.default), field.path


@pytest.mark.parametrize("field", TUTOR_CONTEXT, ids=lambda field: field.path)
def test_every_documented_field_can_change(field: ContextField) -> None:
    now = replace(
        with_tool_result(
            with_tool_result(with_retrieval(state(), HITS, "one", 0.5), card("zoom"), "RESULT"),
            card("retrieve", "timeout"),
            "RESULT",
        ),
        image_ref="x.png",
        student=StudentState(
            level="expert", attempts=2, performance="wrong", consecutive_wrong=2, hint_level=3, misconceptions=("x",)
        ),
        tool_calls=(ToolCall("c1", "zoom", {"box": [0, 0, 1, 1]}),),
        messages=(Message("assistant", "tutor", "The answer is B."),),
    )
    now = replace(now, spent=replace(now.spent, steps=4))
    case = sample(opening=UNSAFE)
    telling = "The answer is B." if field.path != "action.names_option" else "Is it a rib fracture?"
    said = _paths(condition_context(Action("HINT", text=telling, hint_level=1), now, case))
    asked = _paths(condition_context(tool_request("zoom", box=[0, 0, 1, 1]), now, case))
    assert field.default not in (said[field.path], asked[field.path]) or said[field.path] != asked[field.path]


@pytest.mark.parametrize("kind", ACTION_KINDS)
def test_only_responses_can_leak(kind: ActionKind) -> None:
    leak = leak_in(Action(kind, text="The answer is B."), SAMPLE)
    assert bool(leak) is (kind in {"ASK_PROBE", "HINT", "MICROLESSON", "QUIZ"})


def test_the_same_words_to_the_student_are_a_repeat_whatever_the_case_and_spaces() -> None:
    said = (Message("assistant", "tutor", "Look  at the ANGLE."), Message("user", "student", "why not"))
    now = replace(state(), messages=said)
    assert repeats_of(Action("HINT", text="look at the angle."), now) == 1
    assert repeats_of(Action("ASK_PROBE", text="why not"), now) == 0
    assert repeats_of(Action("REVEAL_ANSWER", text="look at the angle."), now) == 0


def test_a_tool_request_is_compared_with_the_calls_made() -> None:
    now = replace(state(), tool_calls=(ToolCall("c1", "retrieve", {"query": "pleural effusion"}),))
    assert repeats_of(tool_request("retrieve", query="effusion, pleural"), now) == 1
    assert repeats_of(tool_request("retrieve", query="rib"), now) == 0


@pytest.mark.parametrize(
    ("error", "repeats"), [("timeout", 0), ("server_failure", 0), ("missing_dependency", 1), (None, 1)]
)
def test_trying_again_after_a_passing_failure_is_no_repeat(error: ErrorClass | None, repeats: int) -> None:
    call = ToolCall("call-1", "retrieve", {"query": "pleural effusion"})
    now = replace(state(), tool_calls=(call,), tool_results=(card("retrieve", error),))
    assert repeats_of(tool_request("retrieve", query="pleural effusion"), now) == repeats


def test_observed_takes_a_tool_that_looked_and_worked() -> None:
    assert is_observed(with_tool_result(state(), card("zoom"), ""))
    assert not is_observed(with_tool_result(state(), card("zoom", "timeout"), ""))
    assert not is_observed(with_tool_result(state(), card("retrieve"), ""))


def test_errors_are_those_before_the_decision() -> None:
    bad = Attempt("prose", error="not JSON", error_kind="malformed")
    assert state_view(with_attempts(state(), (bad,)))["errors"] == 1


def test_an_unsafe_opening_is_seen_in_the_episode() -> None:
    assert episode_view(sample(opening=UNSAFE))["unsafe_request"] is True
    assert episode_view(SAMPLE)["unsafe_request"] is False
