"""Hints that jump."""

from collections.abc import Callable

from analyzers.detectors.hint_level_skipped import detect
from runtime.contracts.trace_event import Episode, Step


def test_a_jump_from_no_hint_to_the_second_is_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert [one.step for one in detect(episode(step(1, {"action": "HINT", "text": "x", "hint_level": 2})))] == [1]


def test_the_next_level_and_the_same_one_are_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    same = step(0, {"action": "HINT", "text": "x", "hint_level": 1}, {"state.student.hint_level": 1})
    after = step(1, {"action": "HINT", "text": "x", "hint_level": 2}, {"state.student.hint_level": 1})
    assert detect(episode(same, after)) == []
