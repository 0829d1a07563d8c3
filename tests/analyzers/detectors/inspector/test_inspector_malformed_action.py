"""Answers that were meant as an action."""

from collections.abc import Callable

from analyzers.detectors.inspector.malformed_action import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]


def test_a_broken_action_and_an_empty_answer_are_found(inspection: Inspect) -> None:
    found = detect(inspection(("say", '{"action": '), ("find", 1), ("say", " ")))
    assert [(one.step, one.message) for one in found] == [(0, "not JSON"), (2, "not JSON")]


def test_talk_and_a_sound_action_are_not(inspection: Inspect) -> None:
    assert detect(inspection(("find", 1), ("say", "I will look at it now.", '{"action": "find_candidates"}'))) == []
