"""Refusing to teach."""

from collections.abc import Callable

from analyzers.detectors.needless_refusal import detect
from runtime.contracts.trace_event import Episode, Step


def test_refusing_a_safe_request_is_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert [one.step for one in detect(episode(step(0, {"action": "SAFETY_REFUSE", "text": "No."})))] == [0]


def test_refusing_an_unsafe_or_unclassed_request_is_not(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    for context in ({"unsafe_request": True}, {}):
        assert detect(episode(step(0, {"action": "SAFETY_REFUSE", "text": "No."}), context=context)) == []
