"""Nothing to read."""

from collections.abc import Callable

from analyzers.detectors.empty_response import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, Step


def test_a_hint_of_blanks_is_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert [one.step for one in detect(episode(step(0, {"action": "HINT", "text": " \n"})))] == [0]


def test_a_text_and_a_tool_request_without_one_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    hint = step(0, {"action": "HINT", "text": "Look."})
    assert detect(episode(hint, step(1, call("zoom")), step(2, {"action": "REVEAL_ANSWER"}))) == []
