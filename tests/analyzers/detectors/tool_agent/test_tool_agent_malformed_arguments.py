"""Arguments that could not be read."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.tool_agent.malformed_arguments import detect
from runtime.contracts.trace_event import Attempt, Episode

Talk = Callable[..., Episode]


def test_a_call_with_unreadable_arguments_is_found(talk: Talk) -> None:
    episode = talk(("user", "hello"), ("call", "get_order", {}, "Error: bad arguments"))
    bad = Attempt('{"order": ', error="the arguments are cut off", error_kind="malformed")
    episode = replace(episode, steps=(replace(episode.steps[0], attempts=(bad,)),))
    assert [(one.step, one.error_class, one.quote) for one in detect(episode)] == [(0, "malformed", '{"order": ')]


def test_a_call_without_arguments_is_not(talk: Talk) -> None:
    assert detect(talk(("user", "hello"), ("call", "list_orders", {}, "[]"))) == []
