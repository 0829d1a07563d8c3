"""Amounts no source gives."""

from collections.abc import Callable

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
