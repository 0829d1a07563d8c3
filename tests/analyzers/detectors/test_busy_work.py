"""Calls that say what was known."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.busy_work import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
Calls = Callable[..., JsonObject]
Cards = Callable[..., ToolCard]


def _search(card: Cards, query: str, *citations: str) -> ToolCard:
    hits = [{"citation": citation, "text": "x"} for citation in citations]
    return replace(card("retrieve", query=query), data={"query": query, "hits": hits})


def test_other_words_that_find_the_same_passages_are_found(
    step: Steps, episode: Episodes, call: Calls, card: Cards
) -> None:
    first = step(0, call("retrieve", query="lung"), card=_search(card, "lung", "k1", "k2"))
    again = step(1, call("retrieve", query="chest"), card=_search(card, "chest", "k2"))
    assert [(one.step, one.tool) for one in detect(episode(first, again))] == [(1, "retrieve")]


def test_an_equal_result_of_other_arguments_is_found(step: Steps, episode: Episodes, call: Calls, card: Cards) -> None:
    measured = replace(card("segment"), data={"area_px": 40})
    first = step(0, call("segment", box=[0, 0, 1, 1]), card=measured)
    again = step(1, call("segment", box=[0, 0, 0.5, 1]), card=replace(measured, call_id="call-2"))
    assert [one.step for one in detect(episode(first, again))] == [1]


def test_news_a_repeat_a_failure_and_a_gates_own_call_are_not(
    step: Steps, episode: Episodes, call: Calls, card: Cards
) -> None:
    first = step(0, call("retrieve", query="lung"), card=_search(card, "lung", "k1"))
    news = step(1, call("retrieve", query="chest"), card=_search(card, "chest", "k1", "k2"))
    repeat = step(2, call("retrieve", query="lung"), {"action.repeats": 1}, _search(card, "lung", "k1"))
    failed = step(3, call("retrieve", query="rib"), card=card("retrieve", "empty_result", query="rib"))
    gated = step(4, call("web_browser", query="lung"), card=_search(card, "lung", "k1"))
    assert detect(episode(first, news, repeat, failed, gated)) == []


def test_two_tools_that_say_the_same_are_not(step: Steps, episode: Episodes, call: Calls, card: Cards) -> None:
    zoomed = step(0, call("zoom"), card=replace(card("zoom"), data={"mean": 1}))
    measured = step(1, call("segment"), card=replace(card("segment"), data={"mean": 1}))
    assert detect(episode(zoomed, measured)) == []
