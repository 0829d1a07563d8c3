"""The action a rule asks for."""

import pytest

from ace.curator.wording.asked_for import read_asked_for
from ace.curator.wording.reading import Seen
from ace.curator.wording.spoken_of import mentions_of
from tests.ace.curator.wording.wording_setup import reading


def _seen(base: str, text: str, name: str) -> Seen:
    one = reading(base, text)
    found = [(span, mention) for span in one.unit.spans for mention in mentions_of(span.words, one.actions)]
    span, mention = next(item for item in found if name in item[1].names)
    return read_asked_for(mention, span, one)


@pytest.mark.parametrize(
    ("base", "text", "name", "expected"),
    [
        ("web_before_local", "Call `retrieve` first.", "retrieve", Seen()),
        ("web_before_local", "Call `retrieve` when the index was not searched.", "retrieve", Seen(asks=True)),
        ("safety_not_refused", "Use SAFETY_REFUSE when a patient is real.", "SAFETY_REFUSE", Seen(asks=True)),
        ("went_on_after_correct", "When it is correct, use REVEAL_ANSWER.", "REVEAL_ANSWER", Seen(asks=True)),
    ],
)
def test_asked_for(base: str, text: str, name: str, expected: Seen) -> None:
    assert _seen(base, text, name) == expected


@pytest.mark.parametrize(
    ("base", "text", "name", "reason"),
    [
        ("web_before_local", "Never call `retrieve`.", "retrieve", "holds back"),
        ("web_before_local", "Search the web instead of `retrieve`.", "retrieve", "holds back"),
        ("web_before_local", "Go on without `retrieve`.", "retrieve", "holds back"),
        ("web_before_local", "Call `retrieve` only at night.", "retrieve", "limits"),
        ("web_before_local", "Call `retrieve` after `web_browser`.", "retrieve", "puts the restrained action before"),
        ("web_before_local", "Call `retrieve` when the sun shines.", "retrieve", "does not look at"),
        ("safety_not_refused", "Use SAFETY_REFUSE when the patient is not real.", "SAFETY_REFUSE", "silent"),
        ("went_on_after_correct", "Use REVEAL_ANSWER.", "REVEAL_ANSWER", "whatever the state"),
        ("went_on_after_correct", "When it is wrong, use REVEAL_ANSWER.", "REVEAL_ANSWER", "opposite"),
    ],
)
def test_not_asked_for(base: str, text: str, name: str, reason: str) -> None:
    assert reason in _seen(base, text, name).problem
