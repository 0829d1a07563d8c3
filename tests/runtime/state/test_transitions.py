"""State changes are pure, and budgets are checked where they are used up."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from runtime.contracts.action import Action
from runtime.contracts.state import AgentState, Budgets, Hit, Spent, StudentState
from runtime.contracts.tool_call import ToolCall
from runtime.contracts.trace_event import Attempt, StudentTurn
from runtime.state.transitions import (
    ended,
    exceeded_budget,
    with_attempts,
    with_notice,
    with_repair,
    with_response,
    with_retrieval,
    with_seconds,
    with_step,
    with_student_turn,
    with_tool_call,
    with_tool_result,
)
from tests.runtime.builders import HITS, card, state, tool_request

WRONG = StudentTurn("I say A.", "A", "wrong")
CHANGES: dict[str, Callable[[AgentState], AgentState]] = {
    "retrieval": lambda s: with_retrieval(s, HITS, "one card", 0.5),
    "attempts": lambda s: with_attempts(s, (Attempt("x", prompt_tokens=3, error="bad", error_kind="malformed"),)),
    "step": lambda s: with_step(s, "tool"),
    "notice": lambda s: with_notice(s, "not done"),
    "tool call": lambda s: with_tool_call(s, ToolCall("call-1", "zoom", {}), tool_request("zoom")),
    "tool result": lambda s: with_tool_result(s, card("zoom"), "RESULT"),
    "response": lambda s: with_response(s, Action("HINT", text="Look.", hint_level=2)),
    "student turn": lambda s: with_student_turn(s, WRONG),
    "repair": lambda s: with_repair(s, "gather more"),
    "end": lambda s: ended(s, "answered"),
    "seconds": lambda s: with_seconds(s, 3.0),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_transition_gives_a_new_state_and_leaves_the_old_one_as_it_was(
    change: Callable[[AgentState], AgentState],
) -> None:
    before = state()
    after = change(before)
    assert before == state()
    assert after != before
    assert change(before) == after


def test_hits_already_known_are_not_added_twice_and_the_last_search_gives_the_confidence() -> None:
    other = Hit("card-2", "Other", "Text.", 1.0)
    first = with_retrieval(state(), HITS, "one", 0.9)
    second = with_retrieval(first, (*HITS, other), "two", 0.2)
    assert [hit.citation for hit in second.retrieval.hits] == ["card-meniscus", "card-2"]
    assert (second.retrieval.summary, second.retrieval.confidence, second.retrieval.queried) == ("two", 0.2, True)


def test_an_empty_search_still_counts_as_a_search() -> None:
    after = with_retrieval(state(), (), "nothing", 0.0)
    assert after.retrieval.queried
    assert after.retrieval.hits == ()


def test_every_attempt_is_paid_for_and_only_failures_are_errors() -> None:
    good = Attempt("{}", prompt_tokens=10, completion_tokens=2, cached_tokens=8, cost_usd=0.5)
    bad = Attempt("prose", prompt_tokens=5, error="not JSON", error_kind="malformed")
    after = with_attempts(replace(state(), spent=Spent(steps=3)), (bad, good))
    assert after.spent == Spent(
        steps=3, model_calls=2, prompt_tokens=15, completion_tokens=2, cached_tokens=8, cost_usd=0.5
    )
    assert [(error.step, error.kind, error.message) for error in after.errors] == [(3, "malformed", "not JSON")]


def test_a_failed_tool_is_captured_and_a_working_one_is_not() -> None:
    failed = with_tool_result(state(), card("zoom", "timeout"), "failed")
    assert [error.kind for error in failed.errors] == ["timeout"]
    assert with_tool_result(state(), card("zoom"), "fine").errors == ()


def test_the_hint_level_never_falls_and_only_hints_raise_it() -> None:
    high = with_response(state(), Action("HINT", text="Look.", hint_level=3))
    assert with_response(high, Action("HINT", text="Again.", hint_level=1)).student.hint_level == 3
    assert with_response(state(), Action("ASK_PROBE", text="Why?")).student.hint_level == 0


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (WRONG, StudentState(attempts=2, performance="wrong", consecutive_wrong=2)),
        (StudentTurn("Half.", "A", "partial"), StudentState(attempts=2, performance="partial", consecutive_wrong=2)),
        (StudentTurn("B!", "B", "correct"), StudentState(attempts=2, performance="correct", consecutive_wrong=0)),
        (StudentTurn("?", "A", "no such word"), StudentState(attempts=2, performance="wrong", consecutive_wrong=2)),
        (StudentTurn("What?", "", "none"), StudentState(attempts=1, performance="wrong", consecutive_wrong=1)),
    ],
    ids=["wrong", "partial", "correct", "unknown word", "no choice is no attempt"],
)
def test_an_answer_of_the_student_is_counted(turn: StudentTurn, expected: StudentState) -> None:
    before = state(StudentState(attempts=1, performance="wrong", consecutive_wrong=1))
    after = with_student_turn(before, turn)
    assert after.student == expected
    assert after.student_turns == 1
    assert after.messages[-1].text == turn.text


@pytest.mark.parametrize(
    ("spent", "budgets", "expected"),
    [
        (Spent(steps=13, seconds=599.0, cost_usd=99.0), Budgets(), ""),
        (Spent(steps=14), Budgets(), "steps (14)"),
        (Spent(), Budgets(steps=0), "steps (0)"),
        (Spent(seconds=600.0), Budgets(), "seconds (600)"),
        (Spent(seconds=9e9), Budgets(seconds=None), ""),
        (Spent(cost_usd=0.5), Budgets(cost_usd=0.5), "cost (0.5 USD)"),
        (Spent(cost_usd=0.49), Budgets(cost_usd=0.5), ""),
        (Spent(tool_calls=99), Budgets(), ""),
    ],
    ids=["within", "steps", "no steps", "seconds", "no clock", "cost", "under cost", "tool calls are a gate's matter"],
)
def test_the_first_used_up_budget_is_named(spent: Spent, budgets: Budgets, expected: str) -> None:
    assert exceeded_budget(spent, budgets) == expected


@pytest.mark.parametrize(
    ("levels", "expected"),
    [((1,), (1, 1)), ((1, 1), (1, 2)), ((1, 1, 2), (2, 1)), ((1, 2, 1), (2, 2)), ((3, 3), (3, 2))],
    ids=str,
)
def test_hints_are_counted_since_the_highest_level_was_reached(
    levels: tuple[int, ...], expected: tuple[int, int]
) -> None:
    now = state()
    for level in levels:
        now = with_response(now, Action("HINT", text="Look.", hint_level=level))
    assert (now.student.hint_level, now.student.hints_at_level) == expected


@pytest.mark.parametrize(
    ("turn", "attempts"),
    [
        (StudentTurn("What is that?", "", "none"), 0),
        (StudentTurn("Fluid, I think.", "", "partial"), 1),
        (StudentTurn("B", "B", "correct"), 1),
    ],
    ids=["a question", "an answer in words", "a choice"],
)
def test_an_attempt_is_a_choice_or_a_judged_answer(turn: StudentTurn, attempts: int) -> None:
    assert with_student_turn(state(), turn).student.attempts == attempts
