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
