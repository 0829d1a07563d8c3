"""The same call again, and what only looks like it."""

from collections.abc import Callable

from analyzers.detectors.repeated_call import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step


def test_a_call_that_was_made_before_is_found(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    first = step(0, call("zoom", box=[0, 0, 1, 1]), card=card("zoom", box=[0, 0, 1, 1]))
    again = step(1, call("zoom", box=[0, 0, 1, 1]), {"action.repeats": 1})
    assert [(one.step, one.tool) for one in detect(episode(first, again))] == [(1, "zoom")]


def test_a_first_call_and_a_repeat_straight_after_its_failure_are_not(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    for error in ("empty_result", "timeout"):
        first = step(0, call("retrieve", query="a"), card=card("retrieve", error, query="a"))
        again = step(1, call("retrieve", query="a"), {"action.repeats": 1})
        assert detect(episode(first, again)) == []


def test_a_second_retry_of_a_timeout_is_found_once_by_one_detector(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    first = step(0, call("retrieve", query="a"), card=card("retrieve", "timeout", query="a"))
    quiz = step(1, {"action": "QUIZ", "text": "Which?"})
    again = step(2, call("retrieve", query="a"), {"action.repeats": 2})
    assert [one.step for one in detect(episode(first, quiz, again))] == [2]
