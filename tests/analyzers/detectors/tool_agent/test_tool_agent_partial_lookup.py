"""Lists looked up in part."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.partial_lookup import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
USER = ("call", "get_user", {"user_id": "ann_1"}, '{"orders": ["W11111", "W22222", "W33333"]}')
FIRST = ("call", "get_order", {"order_id": "W11111"}, "{}")
SECOND = ("call", "get_order", {"order_id": "W22222"}, "{}")
THIRD = ("call", "get_order", {"order_id": "W33333"}, "{}")


def test_an_answer_for_a_list_after_part_of_it_is_found(talk: Talk) -> None:
    found = detect(talk(("user", "all my orders"), USER, FIRST, SECOND, ("agent", "You have two: W11111 and W22222.")))
    assert [(one.step, one.message) for one in found] == [(3, "speaks for a list of 3 of which 2 were looked up")]


def test_the_whole_list_and_the_one_that_was_searched_are_not(talk: Talk) -> None:
    words = ("agent", "You have W11111, W22222 and W33333.")
    assert detect(talk(("user", "all my orders"), USER, FIRST, SECOND, THIRD, words)) == []
    assert detect(talk(("user", "the lamp"), USER, FIRST, SECOND, ("agent", "The lamp is in W22222."))) == []
