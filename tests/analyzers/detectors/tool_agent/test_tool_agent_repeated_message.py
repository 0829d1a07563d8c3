"""Messages said twice."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.repeated_message import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
WORDS = "I am sorry, but I can only help with orders that were placed in this shop within the last thirty days."


def test_nearly_the_same_message_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "a"), ("agent", WORDS), ("user", "but why"), ("agent", "Well: " + WORDS)))
    assert [one.step for one in found] == [1]


def test_short_words_another_speaker_and_another_matter_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "a"), ("agent", "You're welcome!"), ("user", "b"), ("agent", "You're welcome!"))) == []
    assert detect(talk(("user", "a"), ("agent:Ann", WORDS), ("agent:Bob", WORDS))) == []
    other = "Your order of two lamps was sent on Monday and should be with you before the end of the week, as planned."
    assert detect(talk(("user", "a"), ("agent", WORDS), ("agent", other))) == []
