"""The same call for the same answer."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.repeated_call import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LOOK = ("call", "get_order", {"order_id": "W11"}, '{"status": "pending"}')


def test_a_call_with_the_same_answer_is_found(talk: Talk) -> None:
    assert [one.step for one in detect(talk(("user", "hi"), LOOK, ("agent", "It is pending."), LOOK))] == [2]


def test_another_answer_or_a_change_in_between_is_not(talk: Talk) -> None:
    later = ("call", "get_order", {"order_id": "W11"}, '{"status": "shipped"}')
    assert detect(talk(("user", "hi"), LOOK, later)) == []
    assert detect(talk(("user", "hi"), LOOK, ("call", "update_order", {"order_id": "W11"}, "ok"), LOOK)) == []
    clock = ("call", "get_time", dict[str, str](), "12:00")
    assert detect(talk(("user", "hi"), clock, clock)) == []
