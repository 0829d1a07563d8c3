"""Users who object."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.user_corrected import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_an_objection_is_found_at_the_step_before_it(talk: Talk) -> None:
    found = detect(
        talk(("user", "cancel the hose"), ("agent", "All is cancelled."), ("user", "I only wanted the hose."))
    )
    assert [(one.step, one.message, one.quote) for one in found] == [
        (0, "the user objects: i only wanted", "I only wanted the hose.")
    ]


def test_thanks_and_a_correction_of_oneself_are_not(talk: Talk) -> None:
    for words in ("That is right, thank you.", "Sorry, my mistake: it is the lamp.", "I already have one."):
        assert detect(talk(("user", "cancel"), ("agent", "The hose?"), ("user", words))) == [], words
