"""A change, and then a no."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.half_done import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
CHANGE = ("call", "modify_items", {"order_id": "W11"}, "ok")


def test_the_change_before_a_no_or_a_hand_over_is_found(talk: Talk) -> None:
    no = ("agent", "Unfortunately the address can no longer be changed.")
    asked = ("user", "Now the address.")
    found = detect(talk(("user", "items and address"), CHANGE, ("agent", "Done."), asked, no))
    assert [(one.step, one.tool) for one in found] == [(0, "modify_items")]
    over = ("call", "transfer_to_human_agents", {"summary": "the address"}, "ok")
    assert [one.step for one in detect(talk(("user", "both"), CHANGE, asked, over))] == [0]


def test_a_no_before_the_change_and_a_failed_change_are_not(talk: Talk) -> None:
    no = ("agent", "Unfortunately the address can no longer be changed.")
    assert detect(talk(("user", "both"), no, ("user", "then the items"), CHANGE, ("agent", "Done."))) == []
    failed = ("call", "modify_items", {"order_id": "W11"}, "Error: not pending")
    assert detect(talk(("user", "both"), failed, no)) == []
