"""Deeds that were none."""

from collections.abc import Callable

import pytest

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


@pytest.mark.parametrize(
    "words",
    [
        "I have refunded order 41 and sent you an email.",
        "Your order has been cancelled.",
        "I've sent a confirmation email.",
        "I’ve sent a confirmation email.",
    ],
)
@pytest.mark.parametrize("looks", [(), (("call", "get_order", {"order_id": "41"}, '{"status": "pending"}'),)])
def test_a_deed_without_any_call_that_changes_something_is_found(
    talk: Talk, words: str, looks: tuple[tuple[object, ...], ...]
) -> None:
    found = detect(talk(("user", "Refund order 41 and email me"), *looks, ("agent", words)))
    assert [(one.step, one.severity) for one in found] == [(len(looks), "critical")]


@pytest.mark.parametrize(
    "words",
    [
        "Shall I refund order 41?",
        "Once I have refunded it, you get an email.",
        "I will refund order 41 and send you an email.",
        "The record says that it has been refunded.",
        "I have updated the paragraph.",
    ],
)
def test_questions_plans_quotes_and_what_words_can_do_are_not(talk: Talk, words: str) -> None:
    assert detect(talk(("user", "Refund order 41 and email me"), ("agent", words))) == []


def test_a_state_found_or_told_is_a_report_and_an_own_deed_is_not(talk: Talk) -> None:
    cancelled = ("call", "get_order_details", {"order_id": "W11"}, '{"status": "cancelled"}')
    ask = ("user", "cancel W11")
    report = "Order W11: Already cancelled, and the refund of $12.50 has been processed to your gift card."
    for words in (report, "Your order has been canceled."):
        assert detect(talk(ask, cancelled, ("agent", words), ("user", "ok"), CANCEL)) == [], words
    assert detect(talk(("user", "W11 was cancelled, why?"), ("agent", "Your order has been cancelled."))) == []
    assert [one.step for one in detect(talk(ask, cancelled, ("agent", "I have cancelled W11.")))] == [1]


def test_several_agents_without_recorded_changes_and_a_tool_that_may_change_are_not(talk: Talk) -> None:
    words = "I have sent the report."
    assert detect(talk(("user", "report"), ("agent:Ann", words), ("agent:Bob", "fine"))) == []
    assert detect(talk(("user", "report"), ("call", "mailer", {}, "ok"), ("agent", words))) == []
