"""Predicates: what each kind of field gives, that all are valid conditions, and that their opposites are opposite."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.predicates import Predicate, Rows, counted, names_sample, predicates_of
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField
from runtime.contracts.json_types import JsonObject
from runtime.rules.check_condition import check_condition
from tests.ace.curator.conditions.deciding import decided, decisions


def found(failing: list[JsonObject], others: list[JsonObject], *fields: ContextField) -> set[tuple[str, str]]:
    """Return (fails, holds) of every predicate of the fields, the tutor's unless given."""
    return {(one.fails, one.holds) for one in all_of(failing, others, *fields)}


def all_of(failing: list[JsonObject], others: list[JsonObject], *fields: ContextField) -> tuple[Predicate, ...]:
    """Return every predicate."""
    is_failing = np.arange(len(failing) + len(others)) < len(failing)
    return predicates_of(
        DecisionTable([*failing, *others]), Rows(is_failing, ~is_failing, ~is_failing), fields or TUTOR_CONTEXT
    )


@pytest.mark.parametrize(
    "pair",
    [
        ("!state.retrieval.queried", "state.retrieval.queried"),
        ("state.retrieval.queried", "!state.retrieval.queried"),
        ('state.student.performance == "wrong"', 'state.student.performance != "wrong"'),
        ('state.student.performance != "correct"', 'state.student.performance == "correct"'),
        ("state.student.attempts == 0", "state.student.attempts > 0"),
        ("action.repeats > 0", "action.repeats == 0"),
        ('"zoom" in state.tools.called', '!("zoom" in state.tools.called)'),
        ("size(state.tools.called) == 0", "size(state.tools.called) > 0"),
        ("state.retrieval.confidence == 0.0", "state.retrieval.confidence > 0.0"),
        ("action.hint_level > state.student.hint_level + 1", "action.hint_level <= state.student.hint_level + 1"),
        ("action.name == state.tools.last", "action.name != state.tools.last"),
        ("action.name in state.tools.failed", "!(action.name in state.tools.failed)"),
    ],
    ids=lambda pair: pair[0],
)
def test_each_kind_of_field_gives_its_tests(pair: tuple[str, str]) -> None:
    failing = [
        decided("zoom", state__student__performance="wrong", action__repeats=1, state__tools__called=["zoom"])
        for _ in range(3)
    ]
    others = [
        decided(
            "zoom",
            state__student__performance="correct",
            state__student__attempts=number,
            state__retrieval__confidence=0.2 * number,
        )
        for number in range(4)
    ]
    assert pair in found(failing, others)


def test_thresholds_are_where_bands_begin_and_where_many_failures_part_best_from_the_others() -> None:
    field = ContextField("state.load", 0.0, "a number")
    values = [number / 100 for number in range(100)]
    contexts: list[JsonObject] = [{"state": {"load": value}} for value in values]
    pairs = found(contexts[:50], contexts[50:], field)
    edges = {fails.rpartition(" ")[2] for fails, _ in pairs}
    assert edges == {"0.0", "0.2", "0.4", "0.5", "0.6", "0.8"}
    pairs = found(contexts[:9], contexts[9:], field)
    assert {fails.rpartition(" ")[2] for fails, _ in pairs} == {"0.0", "0.2", "0.4", "0.6", "0.8"}, "too few to fit one"


@pytest.mark.parametrize(
    "path", ["action.text", "action.arguments", "episode.sample", "episode.organ"], ids=lambda path: path
)
def test_texts_anybody_writes_mappings_and_samples_give_none(path: str) -> None:
    contexts = [decided("zoom", "s1", action__text="a", episode__organ="heart") for _ in range(4)]
    assert not [one for one in all_of(contexts[:2], contexts[2:]) if one.path == path]


@pytest.mark.parametrize(
    ("path", "is_name"),
    [("episode.sample", True), ("episode.case_id", True), ("state.tools.called", False), ("state.idle", False)],
)
def test_fields_that_name_a_sample(path: str, is_name: bool) -> None:
    assert names_sample(path) is is_name


def test_a_value_the_field_is_documented_never_to_have_is_left_out() -> None:
    odd = [decided("zoom", state__student__performance='wr"ong', state__tools__called=['a"] || true || ["'])] * 3
    assert not [one for one in all_of(odd, odd) if "ong" in one.fails or "true" in one.fails]


@settings(deadline=None, max_examples=40)
@given(st.lists(decisions(is_odd=False), min_size=2, max_size=12))
def test_all_are_valid_conditions_and_never_agree_with_their_opposite(contexts: list[JsonObject]) -> None:
    half = len(contexts) // 2
    table = DecisionTable(contexts)
    for one in all_of(contexts[:half], contexts[half:]):
        assert check_condition(one.fails, TUTOR_CONTEXT) == []
        assert check_condition(one.holds, TUTOR_CONTEXT) == []
        assert table.is_true(one.fails).tolist() == table.is_false(one.holds).tolist(), one
        assert one.cost > 0


def test_a_list_is_counted_once_a_decision() -> None:
    contexts = [decided("zoom", state__tools__called=["ocr", "ocr"]), decided("ocr", state__tools__called=["ocr"])]
    table = DecisionTable(contexts)
    assert counted(table, np.array([True, True]), "state.tools.called") == {"ocr": 2}
    assert counted(table, np.array([True, False]), "action.name") == {"zoom": 1}
