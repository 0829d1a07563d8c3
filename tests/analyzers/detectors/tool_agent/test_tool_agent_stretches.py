"""The dialogue cut at every user turn."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.stretches import stretches_of
from runtime.contracts.trace_event import Episode


def test_each_stretch_has_its_user_what_was_asked_before_and_what_changed(talk: Callable[..., Episode]) -> None:
    look = ("call", "get_order", {"order_id": "W1"}, "{}")
    cancel = ("call", "cancel_order", {"order_id": "W1"}, "ok")
    found = stretches_of(
        dialogue_of(talk(("user", "a"), look, ("agent", "Sure?"), ("user", "Yes"), cancel, ("agent", "Done")))
    )
    assert [one.user.text if one.user else None for one in found] == [None, "a", "Yes"]
    assert [one.asked.text if one.asked else None for one in found] == [None, None, "Sure?"]
    assert [one.last.text if one.last else None for one in found] == [None, "Sure?", "Done"]
    assert [len(one.changes) for one in found] == [0, 0, 1]
