"""Changes nobody agreed to."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.change_without_approval import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LAID_OUT = ("agent", "I would cancel order W11. Would you like to proceed?")
CANCEL = ("call", "cancel_order", {"order_id": "W11"}, "ok")


def test_a_change_without_a_yes_to_a_question_is_found(talk: Talk, ask_first: tuple[str, str]) -> None:
    assert [one.step for one in detect(talk(ask_first, ("user", "cancel W11"), CANCEL))] == [0]
    doubt = ("user", "What would that cost me?")
    assert [one.step for one in detect(talk(ask_first, ("user", "hi"), LAID_OUT, doubt, CANCEL))] == [1]


def test_a_yes_a_look_up_and_an_agent_that_need_not_ask_are_not(talk: Talk, ask_first: tuple[str, str]) -> None:
    assert detect(talk(ask_first, ("user", "hi"), LAID_OUT, ("user", "Yes, please."), CANCEL)) == []
    assert detect(talk(ask_first, ("user", "hi"), ("call", "get_order", {"order_id": "W11"}, "{}"))) == []
    assert detect(talk(("system", "You have tools."), ("user", "cancel W11"), CANCEL)) == []


def test_an_earlier_yes_holds_while_details_are_answered(talk: Talk, ask_first: tuple[str, str]) -> None:
    def found(yes: str, detail: str) -> list[int]:
        which = ("agent", "Please provide the reason.")
        lines = (ask_first, ("user", "hi"), LAID_OUT, ("user", yes), which, ("user", detail), CANCEL)
        return [one.step for one in detect(talk(*lines))]

    assert found("Yes, I'd like to proceed.", "It came too late.") == []
    assert found("Sure, my name is Ann.", "It came too late.") == [2]
    assert found("Yes, I'd like to proceed.", "Wait, what would that cost?") == [2]
    assert found("What would that cost me?", "It came too late.") == [2]


def test_a_retry_of_what_was_agreed_to_and_failed_is_approved(talk: Talk, ask_first: tuple[str, str]) -> None:
    failed = ("call", "cancel_order", {"order_id": "W11", "reason": "x"}, "Error: no such reason")

    def found(again: tuple[object, ...], *, first: tuple[object, ...] = failed) -> list[int]:
        told = ("agent", "That did not work. The reason?")
        lines = (ask_first, ("user", "hi"), LAID_OUT, ("user", "Yes."), first, told, ("user", "too late"), again)
        return [one.step for one in detect(talk(*lines))]

    assert found(("call", "cancel_order", {"order_id": "W11", "reason": "too late"}, "ok")) == []
    assert found(("call", "cancel_order", {"order_id": "W12", "reason": "too late"}, "ok")) == [3]
    assert found(("call", "return_order", {"order_id": "W11", "reason": "x"}, "ok")) == [3]
    assert found(failed, first=CANCEL) == [3]
