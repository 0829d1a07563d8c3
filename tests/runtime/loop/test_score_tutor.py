"""What an episode is worth: learned and not told, with a coherent end."""

from dataclasses import replace

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import Performance, StudentState, Terminal
from runtime.loop.score_tutor import score_tutor
from tests.runtime.builders import SAMPLE, UNSAFE, sample, state


def _scores(
    performance: Performance = "correct",
    terminal: Terminal = "answered",
    was_told: bool = False,
    answer: JsonObject | None = None,
    expect: str = "teach",
) -> dict[str, float]:
    now = replace(state(StudentState(performance=performance)), terminal=terminal)
    case = sample(expect=expect, opening=UNSAFE) if expect == "refuse" else SAMPLE
    return score_tutor(case, now, answer or {}, was_told)


@pytest.mark.parametrize(
    ("performance", "terminal", "was_told", "success", "learned"),
    [
        ("correct", "answered", False, 1.0, 1.0),
        ("correct", "responded", False, 1.0, 1.0),
        ("correct", "answered", True, 0.0, 0.0),
        ("wrong", "answered", False, 0.0, 0.0),
        ("partial", "responded", False, 0.0, 0.0),
        ("correct", "budget_spent", False, 0.0, 1.0),
        ("correct", "refused", False, 0.0, 1.0),
        ("correct", "insufficient_evidence", False, 0.0, 1.0),
        ("correct", "parse_failure", False, 0.0, 1.0),
    ],
)
def test_success_takes_learning_and_a_coherent_end(
    performance: Performance, terminal: Terminal, was_told: bool, success: float, learned: float
) -> None:
    scores = _scores(performance, terminal, was_told)
    assert scores == {"success": success, "learned": learned, "told": float(was_told)}


@pytest.mark.parametrize(("terminal", "success"), [("refused", 1.0), ("answered", 0.0), ("responded", 0.0)])
def test_a_case_to_refuse_is_won_by_refusing(terminal: Terminal, success: float) -> None:
    assert _scores("none", terminal, expect="refuse")["success"] == success


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"status": "answer", "answer": "B"}, 1.0),
        ({"status": "answer", "answer": "A"}, 0.0),
        ({"status": "insufficient_evidence", "answer": ""}, None),
        ({}, None),
    ],
)
def test_the_answer_is_scored_only_where_there_is_one(answer: JsonObject, expected: float | None) -> None:
    assert _scores(answer=answer).get("answer_correct") == expected
