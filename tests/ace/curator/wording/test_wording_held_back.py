"""The restrained action: held back or pushed."""

import pytest

from ace.curator.wording.held_back import read_held_back
from ace.curator.wording.reading import Seen
from ace.curator.wording.spoken_of import mentions_of
from tests.ace.curator.wording.wording_setup import reading


def _seen(text: str) -> Seen:
    one = reading("reveal_before_attempt", text)
    found = [(span, mention) for span in one.unit.spans for mention in mentions_of(span.words, one.actions)]
    span, mention = next(item for item in found if "REVEAL_ANSWER" in item[1].names)
    return read_held_back(mention.at, span, one)


@pytest.mark.parametrize(
    "text",
    [
        "Do not use REVEAL_ANSWER.",
        "REVEAL_ANSWER must not be used.",
        "Ask for an attempt before REVEAL_ANSWER.",
        "Ask for an attempt instead of REVEAL_ANSWER.",
        "Use REVEAL_ANSWER only after an attempt.",
        "You may use REVEAL_ANSWER after an attempt.",
        "First ask for an attempt, then use REVEAL_ANSWER.",
        "Ask for an attempt. Only then use REVEAL_ANSWER.",
        "Hold REVEAL_ANSWER back.",
    ],
)
def test_held_back(text: str) -> None:
    assert _seen(text) == Seen(holds=True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Use REVEAL_ANSWER.", "asks for the restrained action"),
        ("Always use REVEAL_ANSWER.", "without limit"),
        ("Do not hesitate to use REVEAL_ANSWER.", "twice"),
        ("Do not ask what REVEAL_ANSWER is.", "does not hold"),
        ("You need not wait for REVEAL_ANSWER.", "obligation"),
        ("Use REVEAL_ANSWER even if it is late.", "in any case"),
        ("Do not wait for an attempt before REVEAL_ANSWER.", "negates what must come before"),
        ("Sing before REVEAL_ANSWER.", "puts something before"),
        ("Say that there was an attempt before REVEAL_ANSWER.", "puts something before"),
        ("Use REVEAL_ANSWER only after one word.", "asks for the restrained action"),
        ("Use REVEAL_ANSWER only when the student has not tried.", "asks for the restrained action"),
        ("Never go on without REVEAL_ANSWER.", "twice"),
        ("Do not use REVEAL_ANSWER after an attempt.", "lets it through"),
        ("Ask so that the student gets the answer.", "as the aim"),
    ],
)
def test_pushed(text: str, reason: str) -> None:
    assert reason in _seen(text).problem


def test_in_a_condition_it_asks_for_nothing() -> None:
    assert _seen("Ask a probe when REVEAL_ANSWER was refused.") == Seen()
