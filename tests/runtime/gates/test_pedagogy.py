"""The tutor's fixed gates, one by one: what each stops, and what it lets through."""

from dataclasses import replace

import pytest

from runtime.contracts.action import ACTION_KINDS, Action
from runtime.contracts.state import Budgets, Spent, StudentState
from runtime.gates.pedagogy import (
    assessment,
    hint_text,
    leak,
    one_tool,
    refusal,
    repeats,
    reveal,
    safety,
    tool_budget,
)
from runtime.words.leak import leak_reason
from tests.runtime.builders import SAMPLE, sample, state, tool_request, view

REVEAL = Action("REVEAL_ANSWER")
HINT = Action("HINT", text="Look.", hint_level=1)


def test_a_reveal_before_an_attempt_is_blocked_by_one_gate_only() -> None:
    verdict = reveal(REVEAL, view())
    assert verdict is not None
    assert verdict.decision == "block"
    assert assessment(REVEAL, view()) is None
    assert reveal(HINT, view()) is None


@pytest.mark.parametrize(("given", "level"), [(0, 1), (1, 2), (2, 3)])
def test_a_reveal_after_a_wrong_answer_becomes_the_next_hint(given: int, level: int) -> None:
    tried = view(state(StudentState(attempts=1, performance="wrong", hint_level=given)))
    verdict = assessment(replace(REVEAL, reason="clear"), tried)
    assert verdict is not None
    assert verdict.decision == "convert"
    assert verdict.action == Action("HINT", text=hint_text(SAMPLE, level), hint_level=level, reason="clear")
    assert reveal(REVEAL, tried) is None


def test_an_open_answer_may_be_revealed() -> None:
    done = view(state(StudentState(attempts=1, performance="correct")))
    assert reveal(REVEAL, done) is None
    assert assessment(REVEAL, done) is None


@pytest.mark.parametrize("kind", [kind for kind in ACTION_KINDS if kind != "SAFETY_REFUSE"])
def test_an_unsafe_message_turns_everything_into_a_refusal(kind: str) -> None:
    action = Action(kind, text="Look.")  # type: ignore[arg-type]
    verdict = safety(action, view(is_unsafe=True))
    assert verdict is not None
    assert verdict.action == refusal(action)
    assert verdict.action.kind == "SAFETY_REFUSE"
    assert safety(action, view()) is None


def test_the_models_own_refusal_stands() -> None:
    assert safety(Action("SAFETY_REFUSE", text="No."), view(is_unsafe=True)) is None


def test_a_repeated_tool_request_is_blocked_and_a_repeated_response_is_not() -> None:
    verdict = repeats(tool_request("zoom"), view(repeats=1))
    assert verdict is not None
    assert verdict.decision == "block"
    assert repeats(tool_request("zoom"), view(repeats=0)) is None
    assert repeats(HINT, view(repeats=3)) is None


@pytest.mark.parametrize(("spent", "is_blocked"), [(0, False), (1, False), (2, True), (3, True)])
def test_tool_calls_end_with_their_budget(spent: int, is_blocked: bool) -> None:
    now = replace(state(budgets=Budgets(tool_calls=2)), spent=Spent(tool_calls=spent))
    assert (tool_budget(tool_request("zoom"), view(now)) is not None) is is_blocked
    assert tool_budget(HINT, view(now)) is None


def test_a_leak_is_blocked_until_the_answer_is_open() -> None:
    verdict = leak(HINT, view(leak="names option B as the answer"))
    assert verdict is not None
    assert "names option B as the answer" in verdict.reason
    done = state(StudentState(attempts=1, performance="correct"))
    assert leak(HINT, view(done, leak="names option B as the answer")) is None
    assert leak(HINT, view()) is None


@pytest.mark.parametrize("findings", [(), ("One.",), ("One.", "Two."), ("One.", "Two.", "Three.", "Four.")])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_hint_can_be_made_from_any_number_of_findings(findings: tuple[str, ...], level: int) -> None:
    text = hint_text(sample(findings=findings), level)
    assert ".." not in text
    assert not leak_reason(text, SAMPLE.answer, SAMPLE.options, SAMPLE.accepted)
    assert not findings or any(finding.rstrip(".") in text for finding in findings)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (tool_request("zoom", box=[0, 0, 1, 1]), ""),
        (tool_request("tool.order-2"), ""),
        (HINT, ""),
        (tool_request("zoom, retrieve"), "'zoom, retrieve' is not one tool's name"),
        (tool_request("zoom and retrieve"), "is not one tool's name"),
        (tool_request("zoom+enhance"), "is not one tool's name"),
        (replace(tool_request("zoom"), arguments={"tool": "retrieve"}), "the arguments hold 'tool'"),
        (tool_request("retrieve", query="air", actions=[{}]), "the arguments hold 'actions'"),
    ],
)
def test_a_request_that_carries_a_second_one_is_blocked(action: Action, said: str) -> None:
    verdict = one_tool(action, view())
    assert (verdict is not None) is bool(said)
    if verdict is not None:
        assert said in verdict.reason
        assert verdict.decision == "block"
