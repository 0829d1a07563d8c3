"""The fields of an own agent's conditions: every one can be used in a condition, and none clashes."""

import pytest

from runtime.agents.own.context import declared_problem, own_context
from runtime.contracts.condition_context import default_context
from runtime.rules.check_condition import check_condition
from runtime.rules.evaluate_condition import compile_condition
from tests.runtime.agents.own.own_building import settings


def test_every_field_can_be_used_in_a_condition_and_has_a_value() -> None:
    fields = own_context(settings())
    defaults = default_context(fields)
    for field in fields:
        assert compile_condition(f"{field.path} == {field.path}").holds(defaults), field.path
        assert check_condition(f"{field.path} == {field.path}", fields) == [], field.path


def test_names_are_checked_against_tools_and_actions() -> None:
    fields = own_context(settings())
    assert check_condition('action.name == "REFUND" && "lookup_order" in state.tools.called', fields) == []
    assert check_condition('action.name == "REFUNT"', fields)
    assert check_condition('"lookup" in state.tools.called', fields)
    assert check_condition('action.kind == "REQUEST_TOOL"', fields) == []


def test_without_tools_any_name_may_be_written() -> None:
    assert check_condition('action.name == "anything"', own_context(settings(tools=[]))) == []


def test_a_default_text_is_one_of_the_choices() -> None:
    tone = next(field for field in own_context(settings()) if field.path == "action.tone")
    assert tone.choices == ("", "kind", "cold")


@pytest.mark.parametrize(
    ("paths", "says"),
    [
        (["amount"], "not written as"),
        (["episode.tier"], "not written as"),
        (["action.Amount"], "not written as"),
        (["action.a.b.c.d.e"], "not written as"),
        (["action.Name"], "`action.name` every agent has"),
        (["action.in"], "keep for themselves"),
        (["action.size"], "keep for themselves"),
        (["action.text"], "there already"),
        (["state.step"], "there already"),
        (["action.arguments.order"], "cannot both be"),
        (["state.tools"], "ACE fills"),
        (["state.tools.mine"], "ACE fills"),
        (["state.order", "state.order.paid"], "cannot both be"),
        (["state.order.paid", "state.order"], "cannot both be"),
        (["action.a", "action.a"], "there already"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_path_that_cannot_be_is_named(paths: list[str], says: str) -> None:
    problem = declared_problem(paths)
    assert says in problem
    assert paths[-1] in problem


def test_neighbours_are_fine() -> None:
    assert declared_problem(["action.amount", "state.order.paid", "state.order.items", "state.orders"]) == ""
