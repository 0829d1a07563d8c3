"""Telling while hints are left."""

from collections.abc import Callable

from analyzers.detectors.early_reveal import detect
from runtime.contracts.trace_event import Episode, Step


def test_a_reveal_after_a_wrong_answer_is_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    reveal = step(4, {"action": "REVEAL_ANSWER"}, {"state.student.attempts": 1, "state.answer_open": False})
    assert [one.step for one in detect(episode(reveal))] == [4]


def test_an_open_answer_and_a_reveal_before_any_attempt_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    before = step(0, {"action": "REVEAL_ANSWER"})
    is_open = step(1, {"action": "REVEAL_ANSWER"}, {"state.student.attempts": 2, "state.answer_open": True})
    assert detect(episode(before, is_open)) == []
