"""Codes from nowhere in the agent's words."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.invented_reference import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_a_code_nothing_holds_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "did it work?"), ("agent", "Yes, your confirmation is QX77RT41.")))
    assert [one.step for one in found] == [0]


def test_codes_from_a_result_dates_and_prices_are_not(talk: Talk) -> None:
    look = ("call", "get_order", {"order_id": "W2378156"}, '{"tracking": "843053632392"}')
    words = (
        "Order W2378156 of 2024-05-01, sent at 12:30:00 for $1,819.92, has the number 843053632392 in a 24-hour day."
    )
    assert detect(talk(("user", "where is W2378156?"), look, ("agent", words))) == []
