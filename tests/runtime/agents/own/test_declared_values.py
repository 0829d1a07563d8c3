"""Declared fields of a line: their types, their defaults, and nothing else."""

import pytest

from runtime.agents.own.context import declared_fields
from runtime.agents.own.declared_values import declared_values
from runtime.agents.own.faults import AgentFaultError
from runtime.contracts.json_types import JsonObject
from tests.runtime.agents.own.own_building import settings

FIELDS = declared_fields(settings())


def test_what_is_not_said_has_its_default() -> None:
    assert declared_values("action", {}, FIELDS) == {"amount": 0.0, "tone": ""}
    assert declared_values("state", {"order": {"paid": True}}, FIELDS) == {
        "order": {"paid": True, "items": 0},
        "labels": [],
    }
    assert declared_values("state", {}, FIELDS)["order"] == {"paid": False, "items": 0}, "no default was changed"


def test_a_whole_number_is_a_fraction_where_one_is_declared() -> None:
    found = declared_values("action", {"amount": 3}, FIELDS)["amount"]
    assert found == 3.0
    assert isinstance(found, float)


@pytest.mark.parametrize(
    ("root", "given", "says"),
    [
        ("action", {"amout": 1.0}, "did you mean `action.amount`"),
        ("action", {"amount": "3"}, "action.amount is a text, and its default says a number"),
        ("action", {"amount": True}, "action.amount is true or false"),
        ("action", {"amount": None}, "nothing"),
        ("action", {"amount": 1e305}, "action.amount"),
        ("action", {"tone": "rude"}, "none of its choices"),
        ("action", {"tone": ["kind"]}, "a list of texts"),
        ("state", {"order": {"paid": 1}}, "state.order.paid is a whole number"),
        ("state", {"order": {"items": 1.5}}, "state.order.items is a number"),
        ("state", {"order": {"items": True}}, "true or false"),
        ("state", {"order": {"items": 2**64}}, "64 bits"),
        ("state", {"order": "paid"}, "must be an object with state.order.paid"),
        ("state", {"order": {"late": True}}, "state.order.late is not declared"),
        ("state", {"labels": [1]}, "something else than texts"),
        ("state", {"labels": ["a"] * 10_001}, "10000 are the most"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_another_type_or_name_is_said(root: str, given: JsonObject, says: str) -> None:
    with pytest.raises(AgentFaultError, match=says):
        declared_values(root, given, FIELDS)


def test_without_fields_nothing_may_be_said() -> None:
    with pytest.raises(AgentFaultError, match="none is declared"):
        declared_values("action", {"amount": 1}, ())
