"""A no before anything was looked at."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.refused_without_trying import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
NO = ("agent", "I'm unable to change that order.")


def test_a_no_or_a_hand_over_before_any_call_is_found(talk: Talk) -> None:
    assert [one.step for one in detect(talk(("user", "change W11"), NO))] == [0]
    over = ("call", "transfer_to_human_agents", {"summary": "x"}, "ok")
    assert [one.step for one in detect(talk(("user", "change W11"), over))] == [0]


def test_a_no_after_a_look_and_one_that_asks_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "change W11"), ("call", "get_order", {"order_id": "W11"}, "{}"), NO)) == []
    assert detect(talk(("user", "change it"), ("agent", "I cannot do that without your order number."))) == []
