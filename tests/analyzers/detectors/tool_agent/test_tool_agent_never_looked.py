"""Conversations without a call."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.never_looked import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_answers_without_a_call_are_found_where_there_are_tools(talk: Talk, ask_first: tuple[str, str]) -> None:
    words = [("agent", "It depends."), ("user", "on what?"), ("agent", "On your order.")]
    assert [one.step for one in detect(talk(ask_first, ("user", "when does it come?"), *words))] == [1]


def test_one_answer_a_call_and_an_agent_without_tools_are_not(talk: Talk, ask_first: tuple[str, str]) -> None:
    assert detect(talk(ask_first, ("user", "hi"), ("agent", "Hello!"))) == []
    look = ("call", "get_order", {"order_id": "W11"}, "{}")
    assert detect(talk(ask_first, ("user", "hi"), ("agent", "Hello!"), look, ("agent", "It is on its way."))) == []
    poet = ("system", "You write poems.")
    assert detect(talk(poet, ("user", "hi"), ("agent", "Roses."), ("user", "more"), ("agent", "Violets."))) == []
