"""Users who have to ask again."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.request_repeated import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
ASKED = "I need the invoice of my last order sent to my office address"


def test_the_same_request_again_is_found(talk: Talk) -> None:
    found = detect(talk(("user", ASKED + "."), ("agent", "Anything else?"), ("user", "Again: " + ASKED + "!")))
    assert [(one.step, one.quote) for one in found] == [(0, "Again: " + ASKED + "!")]


def test_a_yes_in_the_same_words_and_another_request_are_not(talk: Talk) -> None:
    agreed = ("user", "Yes, " + ASKED + ".")
    assert detect(talk(("user", ASKED), ("agent", "Shall I send it?"), agreed)) == []
    other = ("user", "Thank you, and which of the lamps in your shop can be dimmed?")
    assert detect(talk(("user", ASKED), ("agent", "Sent."), other)) == []
