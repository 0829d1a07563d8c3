"""Running out."""

from collections.abc import Callable

from analyzers.detectors.budget_spent import detect
from runtime.contracts.trace_event import Episode, Outcome, Step


def test_an_episode_that_ran_out_is_found_at_its_last_step(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    out = Outcome("r1", "e1", "budget_spent", "the budget of seconds (600) was used up", {})
    quiz = {"action": "QUIZ", "text": "Which?"}
    found = detect(episode(step(0, quiz), step(1, quiz), outcome=out))
    assert [(one.step, one.message) for one in found] == [(1, "the budget of seconds (600) was used up")]


def test_used_up_steps_are_the_step_limits(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    out = Outcome("r1", "e1", "budget_spent", "the budget of steps (14) was used up", {})
    assert detect(episode(step(0, {"action": "QUIZ", "text": "Which?"}), outcome=out)) == []


def test_an_episode_that_ended_is_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert detect(episode(step(0, {"action": "QUIZ", "text": "Which?"}))) == []
