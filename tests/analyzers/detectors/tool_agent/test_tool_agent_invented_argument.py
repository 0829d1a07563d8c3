"""Ids from nowhere."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.invented_argument import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_an_id_nobody_gave_is_found_and_minor_when_the_tool_refused_it(talk: Talk) -> None:
    taken = ("call", "get_user", {"user_id": "ann_lee_4411"}, '{"name": "Ann"}')
    assert [(one.step, one.severity) for one in detect(talk(("user", "I am Ann Lee"), taken))] == [(0, "major")]
    refused = ("call", "get_user", {"user_id": "ann_lee_4411"}, "Error: no such user")
    assert [one.severity for one in detect(talk(("user", "I am Ann Lee"), refused))] == ["minor"]


def test_ids_from_the_user_or_a_result_and_what_is_no_id_are_not(talk: Talk) -> None:
    told = ("call", "get_user", {"user_id": "ann_lee_4411"}, '{"orders": ["#W2378156"]}')
    order = ("call", "get_order", {"order_id": "#W2378156", "date": "2024-05-01", "pages": 12}, "{}")
    note = ("call", "add_note", {"text": "call 5550199 back", "number": "2024-05-02"}, "ok")
    assert detect(talk(("user", "my id is ANN_LEE_4411."), told, order, note)) == []
