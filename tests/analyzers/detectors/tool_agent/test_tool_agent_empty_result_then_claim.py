"""Claims after a search that found nothing."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.empty_result_then_claim import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
EMPTY = ("call", "search_flights", {"to": "SEA"}, "[]")


def test_a_claim_after_an_empty_result_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "to Seattle"), EMPTY, ("agent", "The cheapest flight leaves at 7 and costs $120.")))
    assert [(one.step, one.tool, one.error_class) for one in found] == [(1, "search_flights", "empty_result")]


def test_saying_so_a_question_and_another_call_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "to Seattle"), EMPTY, ("agent", "There are no flights on that day."))) == []
    assert detect(talk(("user", "to Seattle"), EMPTY, ("agent", "Which other day would suit you?"))) == []
    more = ("call", "search_flights", {"to": "PDX"}, '["HAT1"]')
    assert detect(talk(("user", "to Seattle"), EMPTY, more, ("agent", "HAT1 goes to Portland."))) == []
