"""Failed changes that nothing made good."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.left_undone import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
FAILED = ("call", "cancel_order", {"order_id": "W11"}, "Error: not pending")


def test_a_failed_change_that_never_works_is_found_at_its_last_try(talk: Talk) -> None:
    found = detect(talk(("user", "cancel"), FAILED, ("agent", "Hm."), FAILED))
    assert [(one.step, one.tool) for one in found] == [(2, "cancel_order")]


def test_a_change_that_works_later_is_not(talk: Talk) -> None:
    assert detect(talk(("user", "cancel"), FAILED, ("call", "cancel_order", {"order_id": "W12"}, "cancelled"))) == []
