"""Changes that did not work."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.change_failed import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_a_failed_change_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "hi"), ("call", "update_order", {"order_id": "W11"}, "Error: not pending")))
    assert [(one.step, one.severity, one.error_class) for one in found] == [(0, "minor", "business_failure")]


def test_a_failed_look_up_and_a_change_that_worked_are_not(talk: Talk) -> None:
    look = ("call", "get_order", {"order_id": "W11"}, "Error: not found")
    assert detect(talk(("user", "hi"), look, ("call", "update_order", {"order_id": "W12"}, "ok"))) == []
