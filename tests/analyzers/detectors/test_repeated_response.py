"""The same words twice."""

from collections.abc import Callable

from analyzers.detectors.repeated_response import detect
from runtime.contracts.trace_event import Episode, Step


def test_the_same_words_again_are_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert [f.step for f in detect(episode(step(3, {"action": "HINT", "text": "x"}, {"action.repeats": 1})))] == [3]


def test_new_words_and_repeated_tool_calls_are_not(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    new = step(0, {"action": "HINT", "text": "x"}, {"action.repeats": 0})
    call = step(1, {"action": "REQUEST_TOOL", "tool": "zoom", "arguments": {}}, {"action.repeats": 2})
    assert detect(episode(new, call)) == []
