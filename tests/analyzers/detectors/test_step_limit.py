"""The last step and the last turn."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.step_limit import detect
from runtime.contracts.state import Budgets, Spent
from runtime.contracts.trace_event import Episode, Outcome, Step, StudentTurn
from runtime.state.transitions import exceeded_budget

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
HINT = {"action": "HINT", "text": "Look."}


def _taught(
    step: Steps, episode: Episodes, *, limit: object, turn: StudentTurn, terminal: str = "responded"
) -> Episode:
    steps = [replace(step(number, HINT), student=turn) for number in range(2)]
    one = episode(*steps, outcome=Outcome("r1", "e1", terminal, "", {}))  # type: ignore[arg-type]
    return replace(one, header=replace(one.header, initial={"budgets": {"student_turns": limit}}))


def test_used_up_steps_are_found_in_the_loops_own_words(step: Steps, episode: Episodes) -> None:
    used_up = exceeded_budget(Spent(steps=2), Budgets(steps=2))
    out = Outcome("r1", "e1", "budget_spent", f"the budget of {used_up} was used up", {})
    found = detect(episode(step(0, HINT), step(1, HINT), outcome=out))
    assert [(one.step, one.message) for one in found] == [(1, "the budget of steps (2) was used up")]


def test_other_budgets_and_other_endings_are_not(step: Steps, episode: Episodes) -> None:
    used_up = exceeded_budget(Spent(seconds=700), Budgets())
    out = Outcome("r1", "e1", "budget_spent", f"the budget of {used_up} was used up", {})
    assert detect(episode(step(0, HINT), outcome=out)) == []
    assert detect(episode(step(0, HINT))) == []
    assert detect(episode(step(0, HINT), is_cut_off=True)) == []


def test_a_last_turn_without_the_right_answer_is_found(step: Steps, episode: Episodes) -> None:
    wrong = StudentTurn("I say C.", "C", "wrong")
    assert [one.step for one in detect(_taught(step, episode, limit=2, turn=wrong))] == [1]


def test_a_right_answer_a_student_who_leaves_and_turns_to_spare_are_not(step: Steps, episode: Episodes) -> None:
    wrong = StudentTurn("I say C.", "C", "wrong")
    assert detect(_taught(step, episode, limit=2, turn=StudentTurn("B.", "B", "correct"))) == []
    assert detect(_taught(step, episode, limit=2, turn=replace(wrong, left=True))) == []
    assert detect(_taught(step, episode, limit=3, turn=wrong)) == []
    assert detect(_taught(step, episode, limit=None, turn=wrong)) == []
    assert detect(_taught(step, episode, limit=2, turn=wrong, terminal="answered")) == []
