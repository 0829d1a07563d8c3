"""Codes joined that nothing joins."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.mismatched_pair import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
ONE = ("call", "get_order", {"order_id": "W7449508"}, '{"order": "W7449508", "tracking": "194496721133"}')
OTHER = ("call", "get_order", {"order_id": "W9319364"}, '{"order": "W9319364", "tracking": "550042631188"}')


def test_two_known_codes_that_no_source_joins_are_found(talk: Talk) -> None:
    words = "The tracking number of W9319364 is 194496721133."
    assert [one.step for one in detect(talk(("user", "track it"), ONE, OTHER, ("agent", words)))] == [2]


def test_codes_of_one_record_or_of_two_sentences_are_not(talk: Talk) -> None:
    words = "The tracking number of W7449508 is 194496721133.\nThat of W9319364 is 550042631188."
    assert detect(talk(("user", "track both"), ONE, OTHER, ("agent", words))) == []
