"""Words where an action was asked for."""

from collections.abc import Callable

from analyzers.detectors.inspector.talked_instead_of_acting import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]


def test_words_without_an_action_are_found(inspection: Inspect) -> None:
    found = detect(inspection(("find", 1), ("say", "I will look at it now.", '{"action": "find_candidates"}')))
    assert [(one.step, one.quote, one.error_class) for one in found] == [(1, "I will look at it now.", "malformed")]


def test_a_broken_action_and_an_empty_answer_are_not(inspection: Inspect) -> None:
    assert detect(inspection(("say", '{"action": '), ("say", "Here: {}"), ("say", " "))) == []
