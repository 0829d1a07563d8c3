"""Counts no list gives."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.miscounted import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
SHIRTS = (
    "call",
    "list_shirts",
    {"kind": "tee"},
    '{"shirts": [{"available": true}, {"available": true}, {"available": true}, {"available": false}]}',
)


def test_a_wrong_count_is_found_in_digits_and_words(talk: Talk) -> None:
    for count in ("5", "two"):
        found = detect(talk(("user", "how many?"), SHIRTS, ("agent", f"There are {count} shirts available.")))
        assert [one.step for one in found] == [1], count


def test_the_length_the_alike_and_numbers_somebody_said_are_not(talk: Talk) -> None:
    for words in ("There are 4 shirts.", "We have three available shirts.", "There are 10% off.", "There is 1 more."):
        assert detect(talk(("user", "how many?"), SHIRTS, ("agent", words))) == [], words
    assert detect(talk(("user", "I need 7"), SHIRTS, ("agent", "You have 7 shirts in your order."))) == []
    assert detect(talk(("user", "how many?"), ("agent", "There are 9 shirts."))) == []
