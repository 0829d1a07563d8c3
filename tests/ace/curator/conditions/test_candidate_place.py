"""Which part of a condition goes where, and that the two together fire where all parts are true."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.place import place
from ace.curator.conditions.predicates import Predicate
from runtime.contracts.json_types import JsonObject
from runtime.rules.evaluate_condition import judge
from tests.ace.curator.conditions.deciding import conditioned, decisions

QUERIED = Predicate("state.retrieval.queried", "truth", "!state.retrieval.queried", "state.retrieval.queried")
OBSERVED = Predicate("state.image.observed", "truth", "!state.image.observed", "state.image.observed")
SEARCHED = Predicate("state.retrieval.queried", "truth", "state.retrieval.queried", "!state.retrieval.queried")
REPEATS = Predicate("action.repeats", "number", "action.repeats > 0", "action.repeats == 0")
STEP = Predicate("state.step", "number", "state.step > 3", "state.step <= 3")
CT = Predicate("episode.modality", "text", 'episode.modality == "CT"', 'episode.modality != "CT"')
WRONG = Predicate(
    "state.student.performance", "text", 'state.student.performance == "wrong"', 'state.student.performance != "wrong"'
)
WEB = 'action.name == "web_browser"'


@pytest.mark.parametrize(
    ("action", "predicates", "when", "require"),
    [
        (WEB, (QUERIED,), WEB, "state.retrieval.queried"),
        (WEB, (QUERIED, OBSERVED), WEB, "state.retrieval.queried || state.image.observed"),
        (WEB, (SEARCHED, STEP), f"{WEB} && state.retrieval.queried", "state.step <= 3"),
        (WEB, (QUERIED, REPEATS), f"{WEB} && !state.retrieval.queried", "action.repeats == 0"),
        (WEB, (WRONG, QUERIED), f'{WEB} && state.student.performance == "wrong"', "state.retrieval.queried"),
        (WEB, (CT,), f'{WEB} && episode.modality == "CT"', "false"),
        (WEB, (), WEB, "false"),
        ("", (REPEATS,), "true", "action.repeats == 0"),
    ],
    ids=[
        "what could have been done before",
        "one of two things that could have been done",
        "no choice with a negation in it",
        "a property of the action goes first",
        "a description of the student",
        "nothing makes it right",
        "the action itself",
        "any action",
    ],
)
def test_parts_are_placed(action: str, predicates: tuple[Predicate, ...], when: str, require: str) -> None:
    placed = place(action, predicates)
    assert (placed.when, placed.require) == (when, require)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(decisions(), min_size=1, max_size=8),
    st.sampled_from(("", WEB, 'action.kind == "HINT"')),
    st.lists(st.sampled_from((QUERIED, OBSERVED, SEARCHED, REPEATS, STEP, CT, WRONG)), max_size=3, unique=True),
)
def test_it_is_violated_as_rules_are_judged(
    contexts: list[JsonObject], action: str, predicates: list[Predicate]
) -> None:
    placed = place(action, predicates)
    rule = conditioned(placed.when, placed.require)
    judged = [judge(rule, context) == "violates" for context in contexts]
    assert placed.violated(DecisionTable(contexts)).tolist() == judged
