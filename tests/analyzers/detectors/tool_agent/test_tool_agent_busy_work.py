"""Calls without news."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.busy_work import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_the_third_call_in_a_row_without_news_is_found(talk: Talk) -> None:
    calls = [("call", "search", {"q": f"way {n}"}, "[]") for n in range(4)]
    assert [one.step for one in detect(talk(("user", "find it"), *calls))] == [2]


def test_two_empty_searches_and_news_are_not(talk: Talk) -> None:
    calls = [("call", "search", {"q": f"way {n}"}, "[]") for n in range(2)]
    found = ("call", "search", {"q": "way 3"}, '["it"]')
    assert detect(talk(("user", "find it"), *calls, found, *calls)) == []
