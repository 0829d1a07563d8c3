"""Several changes between two words of the user."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.several_changes_at_once import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
CHANGES = [("call", "cancel_order", {"order_id": f"W{n}"}, "ok") for n in (1, 2, 3)]


def test_the_second_change_on_one_yes_is_found(talk: Talk, ask_first: tuple[str, str]) -> None:
    found = detect(talk(ask_first, ("user", "Yes, all of them."), *CHANGES))
    assert [(one.step, one.severity) for one in found] == [(1, "major")]
    found = detect(talk(("system", "You have tools."), ("user", "all of them"), *CHANGES))
    assert [(one.step, one.severity) for one in found] == [(1, "minor")]


def test_a_word_of_the_user_in_between_is_not(talk: Talk, ask_first: tuple[str, str]) -> None:
    said = [("agent", "Done. The next?"), ("user", "Yes.")]
    assert detect(talk(ask_first, ("user", "Yes."), CHANGES[0], *said, CHANGES[1])) == []
    look = ("call", "get_order", {"order_id": "W1"}, "{}")
    assert detect(talk(ask_first, ("user", "Yes."), look, CHANGES[0], look)) == []
