"""What the table says of a condition is what the condition itself says, decision by decision."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.curator.conditions.decision_table import DecisionTable
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.rules.evaluate_condition import compile_condition
from tests.ace.curator.conditions.deciding import decided, decisions

SOURCES = (
    "state.retrieval.queried",
    "!state.retrieval.queried",
    "state.step > 3",
    "state.retrieval.confidence < 0.5",
    '"zoom" in state.tools.called',
    "size(state.tools.called) == 0",
    "action.name != state.tools.last",
    "action.name in state.tools.called",
    'state.student.performance in ["wrong", "partial"]',
    "true",
)


def _said(source: str, context: JsonObject) -> bool | None:
    try:
        return compile_condition(source).holds(context)
    except ConditionError:
        return None


@settings(deadline=None, max_examples=40)
@given(st.lists(decisions(), min_size=1, max_size=12))
def test_it_says_what_the_condition_says_errors_included(contexts: list[JsonObject]) -> None:
    table = DecisionTable(contexts)
    for source in SOURCES:
        said = [_said(source, context) for context in contexts]
        assert table.is_true(source).tolist() == [one is True for one in said], source
        assert table.is_false(source).tolist() == [one is False for one in said], source


def test_values_no_condition_tells_apart_have_one_code_and_others_have_not() -> None:
    values: list[object] = [1, True, 1, 1.0, "1", None]
    contexts = [decided("zoom", state__step=value) for value in values]
    column = DecisionTable([*contexts, {"action": {}}]).column("state.step")
    assert column.codes.tolist() == [0, 1, 0, 2, 3, 4, 5]
    assert column.first == (0, 1, 3, 4, 5, 6)
    assert column.values == (1, True, 1.0, "1", None, None)


@pytest.mark.parametrize("source", ["state.step > 1", "false", "action.name == state.tools.last"])
def test_no_decisions_give_no_answers(source: str) -> None:
    assert DecisionTable([]).is_true(source).tolist() == []
