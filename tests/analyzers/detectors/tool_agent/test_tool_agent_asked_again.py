"""Questions for what was given."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.asked_again import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_asking_for_a_given_detail_is_found(talk: Talk) -> None:
    given = ("user", "My user id is ann_1.")
    found = detect(talk(given, ("agent", "Sure. Could you please provide your user id?")))
    assert [(one.step, one.message) for one in found] == [(0, "asks for the user's user id, which was given")]


def test_another_detail_and_one_that_was_not_given_are_not(talk: Talk) -> None:
    given = ("user", "My user id is ann_1.")
    assert detect(talk(given, ("agent", "Could you please provide your zip code?"))) == []
    assert detect(talk(("user", "I lost my user id."), ("agent", "Please provide your user id."))) == []
    assert detect(talk(given, ("agent", "Thank you, your user id is in order."))) == []
