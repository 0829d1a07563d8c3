"""Answers out of nothing."""

from collections.abc import Callable

from analyzers.detectors.reveal_without_evidence import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step


def test_a_reveal_with_nothing_looked_at_is_found(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert [one.step for one in detect(episode(step(2, {"action": "REVEAL_ANSWER"})))] == [2]


def test_a_passage_or_a_look_at_the_image_is_evidence(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    search = step(0, call("retrieve", query="a"), card=card("retrieve", query="a"))
    assert detect(episode(search, step(1, {"action": "REVEAL_ANSWER"}))) == []
    assert detect(episode(step(1, {"action": "REVEAL_ANSWER"}, {"state.image.observed": True}))) == []


def test_right_after_a_failure_it_is_another_detectors(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    failed = step(0, call("retrieve", query="a"), card=card("retrieve", "empty_result", query="a"))
    assert detect(episode(failed, step(1, {"action": "REVEAL_ANSWER"}))) == []
