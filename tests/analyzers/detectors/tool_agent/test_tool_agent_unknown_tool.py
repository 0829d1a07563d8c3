"""Tools that do not exist."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.unknown_tool import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_a_tool_the_environment_does_not_have_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "hello"), ("call", "get_ordr", {}, "Error: no such tool", "unknown_tool")))
    assert [(one.step, one.tool, one.error_class) for one in found] == [(0, "get_ordr", "unknown_tool")]


def test_a_tool_that_fails_is_not(talk: Talk) -> None:
    assert detect(talk(("user", "hello"), ("call", "get_order", {}, "Error: no such order"))) == []
