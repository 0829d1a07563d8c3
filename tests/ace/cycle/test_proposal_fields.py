"""Two changes of one rule put together, field by field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.cycle.proposal_fields import merge_rules, united
from runtime.contracts.rule import Effect, Evidence, Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import OLD_RULE, RULE_PATH

RULE = parse_rule(OLD_RULE, RULE_PATH)
EVIDENCE = {name: Evidence(cluster=name, failures=3, samples=2) for name in "abc"}
EFFECT = Effect(metric="success", stage="held-out", n=4, before=0.1, after=0.2, verdict="promising", controller="x")
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "title": st.sampled_from(["One title", "Another title"]),
        "text": st.sampled_from(["Say this.", "Say that."]),
        "priority": st.sampled_from([10, 20]),
        "authors": st.lists(st.sampled_from("abc"), unique=True).map(tuple),
        "modified": st.sampled_from(["2026-01-01", "2026-02-01"]),
    },
)


def _changed(**fields: object) -> Rule:
    return RULE.model_copy(update=fields)


@given(VALUES)
def test_a_base_that_did_not_move_takes_the_proposal(fields: dict[str, object]) -> None:
    proposed = _changed(**fields)
    merged, clashes = merge_rules(RULE, proposed, RULE)
    assert clashes == ()
    assert Rule.model_validate(RULE.model_dump(by_alias=True, mode="json") | merged) == proposed


@given(VALUES)
def test_a_base_that_says_so_already_changes_nothing(fields: dict[str, object]) -> None:
    proposed = _changed(**fields)
    assert merge_rules(RULE, proposed, proposed) == ({}, ())


@given(VALUES)
def test_what_the_proposal_leaves_stays_as_the_base_has_it(fields: dict[str, object]) -> None:
    assert merge_rules(RULE, RULE, _changed(**fields)) == ({}, ())


@pytest.mark.parametrize(
    ("proposed", "now", "fields", "clashes"),
    [
        pytest.param({"text": "Say this."}, {"title": "Another"}, {"text": "Say this."}, (), id="two fields"),
        pytest.param({"text": "Say this."}, {"text": "Say that."}, {}, ("text",), id="one field, two ways"),
        pytest.param({"text": "Say this."}, {"text": "Say this."}, {}, (), id="one field, one way"),
        pytest.param({"when": None}, {"when": "true"}, {}, ("when",), id="taken out here, changed there"),
        pytest.param(
            {"modified": "2026-01-01"}, {"modified": "2026-02-01"}, {"modified": "2026-02-01"}, (), id="the later date"
        ),
        pytest.param({"modified": "2026-01-01"}, {"modified": None}, {"modified": "2026-01-01"}, (), id="a date"),
    ],
)
def test_both_sides_changed(
    proposed: dict[str, object], now: dict[str, object], fields: dict[str, object], clashes: tuple[str, ...]
) -> None:
    assert merge_rules(RULE, _changed(**proposed), _changed(**now)) == (fields, clashes)


def test_evidence_of_both_sides_is_kept() -> None:
    fork, ours = _changed(evidence=(EVIDENCE["a"],)), _changed(evidence=(EVIDENCE["a"], EVIDENCE["b"]))
    fields, clashes = merge_rules(fork, ours, _changed(evidence=(EVIDENCE["a"], EVIDENCE["c"])))
    assert clashes == ()
    evidence = fields["evidence"]
    assert isinstance(evidence, list)
    assert [item["cluster"] for item in evidence] == ["a", "c", "b"]


def test_the_effect_that_was_measured_comes_along() -> None:
    theirs = EFFECT.model_copy(update={"n": 9})
    fields, clashes = merge_rules(RULE, _changed(effect=EFFECT), _changed(effect=theirs))
    assert (fields["effect"], clashes) == (EFFECT.model_dump(mode="json"), ())


@pytest.mark.parametrize(
    ("old", "new", "here", "result"),
    [
        pytest.param("ab", "abc", "ab", "abc", id="added"),
        pytest.param("ab", "a", "abx", "ax", id="taken out"),
        pytest.param("a", "ab", "ab", "ab", id="added by both"),
        pytest.param("", "", "x", "x", id="theirs"),
    ],
)
def test_lists_are_united(old: str, new: str, here: str, result: str) -> None:
    assert united([*old], [*new], [*here]) == [*result]
