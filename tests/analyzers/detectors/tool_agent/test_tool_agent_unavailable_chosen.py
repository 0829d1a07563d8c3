"""Things that are not to be had."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.unavailable_chosen import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
LIST = (
    "call",
    "get_product",
    {"product_id": "9523456873"},
    '{"variants": {"111222": {"item_id": "111222", "available": false},'
    ' "333444": {"item_id": "333444", "available": true}}}',
)


def test_a_change_to_an_unavailable_thing_is_found_and_minor_when_refused(talk: Talk) -> None:
    taken = ("call", "exchange_item", {"new_item_id": "111222"}, "ok")
    assert [(one.step, one.severity) for one in detect(talk(("user", "blue"), LIST, taken))] == [(1, "major")]
    refused = ("call", "exchange_item", {"new_item_id": "111222"}, "Error: not available")
    assert [one.severity for one in detect(talk(("user", "blue"), LIST, refused))] == ["minor"]


def test_an_available_thing_and_one_the_user_has_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "red"), LIST, ("call", "exchange_item", {"new_item_id": "333444"}, "ok"))) == []
    order = ("call", "get_order", {"order_id": "W11"}, '{"items": [{"item_id": "111222", "price": 3}]}')
    back = ("call", "return_item", {"item_id": "111222"}, "ok")
    assert detect(talk(("user", "take it back"), LIST, order, back)) == []
