"""What results say of a thing."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.records import objects, records_of, spoken_forms
from runtime.contracts.trace_event import Episode

USER = '{"payment": {"card_77": {"id": "card_77", "brand": "Visa", "last_four": "2478", "ok": true}}, "n": [{"a": 1}]}'


def test_objects_come_outer_first() -> None:
    assert list(objects({"a": [{"b": 1}]})) == [{"a": [{"b": 1}]}, {"b": 1}]
    assert list(objects("text")) == []


def test_records_hold_the_id_or_stand_under_it(talk: Callable[..., Episode]) -> None:
    dialogue = dialogue_of(talk(("user", "hi"), ("call", "get_user", {}, USER), ("call", "get_x", {}, "plain card_77")))
    card = {"id": "card_77", "brand": "Visa", "last_four": "2478", "ok": True}
    assert list(records_of(dialogue, "card_77", 3)) == [card, card]
    assert list(records_of(dialogue, "card_78", 3)) == []
    assert list(records_of(dialogue, "card_77", 1)) == []


def test_a_thing_is_spoken_of_by_id_words_and_facts(talk: Callable[..., Episode]) -> None:
    dialogue = dialogue_of(talk(("user", "hi"), ("call", "get_user", {}, USER)))
    assert set(spoken_forms(dialogue, "card_77", 2)) == {"card_77", "card 77", "card", "visa", "2478"}
    assert set(spoken_forms(dialogue, "#W9", 2)) == {"w9", "#w9"}
