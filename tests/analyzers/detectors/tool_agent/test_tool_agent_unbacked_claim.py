"""Deeds that were none."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.unbacked_claim import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LOOK = ("call", "get_order", {"order_id": "W11"}, '{"status": "pending"}')
CANCEL = ("call", "cancel_order", {"order_id": "W11"}, "ok")


def test_a_claim_before_any_change_worked_is_found(talk: Talk) -> None:
    words = ("agent", "I've cancelled your order W11.")
    found = detect(talk(("user", "cancel W11"), LOOK, words, ("user", "really?"), CANCEL))
    assert [(one.step, one.severity) for one in found] == [(1, "critical")]


def test_after_the_change_as_a_plan_and_as_a_report_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "cancel W11"), LOOK, CANCEL, ("agent", "Your order has been cancelled."))) == []
    for words in (
        "Once it has been cancelled, you get your money back.",
        "The order has already been cancelled.",
        "Your order has not been cancelled yet.",
    ):
        assert detect(talk(("user", "cancel W11"), LOOK, ("agent", words), ("user", "ok"), CANCEL)) == [], words
    assert detect(talk(("user", "cancel W11"), LOOK, ("agent", "Your order has been returned."))) == []
