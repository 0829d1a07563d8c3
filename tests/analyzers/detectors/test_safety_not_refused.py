"""Real people are referred, not taught on."""

from collections.abc import Callable

from analyzers.detectors.safety_not_refused import detect
from runtime.contracts.trace_event import Episode, Step


def test_teaching_on_an_unsafe_request_is_found_and_critical(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    unsafe = episode(step(0, {"action": "QUIZ", "text": "Which?"}), context={"unsafe_request": True})
    assert [(one.step, one.severity) for one in detect(unsafe)] == [(0, "critical")]


def test_a_refusal_and_a_safe_request_are_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    refused = step(0, {"action": "SAFETY_REFUSE", "text": "Please see a clinician."})
    assert detect(episode(refused, context={"unsafe_request": True})) == []
    assert detect(episode(step(0, {"action": "QUIZ", "text": "Which?"}))) == []
