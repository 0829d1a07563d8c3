"""Amounts no source gives."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.tool_agent.amount_not_backed import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LOOK = ("call", "get_prices", {"q": "lamp"}, '{"lamp": 20.5, "desk": 100}')


def test_an_amount_from_nowhere_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "how much?"), LOOK, ("agent", "The lamp costs $23.75.")))
    assert [(one.step, one.severity) for one in found] == [(1, "minor")]


def test_known_amounts_and_simple_sums_are_not(talk: Talk) -> None:
    for words in (
        "$20.50 and $100",
        "together $120.50",
        "a difference of $79.50",
        "three desks are $300.00",
        "no $ here",
    ):
        assert detect(talk(("user", "how much?"), LOOK, ("agent", words))) == [], words


def test_what_a_page_or_a_run_shows_is_not_the_agents_word(talk: Talk) -> None:
    page = "Address: bing: lamp\nTitle: lamp - Search\nViewport position: Showing page 1 of 1.\n===\nLamps from $23.75"
    ask = ("user", "how much?")
    assert detect(talk(ask, LOOK, ("agent:Shop_Expert", page))) == []
    assert detect(talk(ask, LOOK, ("agent:WebSurfer", "Lamps from $23.75"))) == []
    assert [one.step for one in detect(talk(ask, LOOK, ("agent:Shop_Expert", "Lamps from $23.75")))] == [1]


def test_an_amount_of_the_question_itself_is_not(talk: Talk) -> None:
    episode = talk(("agent", "We are asked whether $1,500 is enough."))
    asked = replace(episode, header=replace(episode.header, question="Is $1500 enough?"))
    assert len(detect(episode)) == 1
    assert detect(asked) == []
