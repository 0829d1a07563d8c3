"""Decisions told apart by what rules look at, and by nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.recorded_decisions import decisions_of, distinct, fields_used, key_of, value_at
from runtime.contracts.json_types import JsonObject
from runtime.rules.evaluate_condition import judge
from tests.ace.building import WEB, WEB_AFTER, WEB_RULE, episode, rule, web_episodes


@pytest.mark.parametrize(
    ("when", "require", "paths"),
    [
        ('action.name == "x"', "state.step < 3", ("action.name", "state.step")),
        ("has(action.arguments.query)", "true", ("action.arguments.query",)),
        ('action.arguments["q"] == "state.step"', "true", ("action.arguments",)),
        ('state.tools.called.exists(t, t == "zoom")', "size(state.tools.failed) == 0",
         ("state.tools.called", "state.tools.failed")),
        ('"CT" in episode.tags', 'action.text.contains("x")', ("action.text", "episode.tags")),
        ("state == state", "true", ("state",)),
    ],
)  # fmt: skip
def test_fields_used(when: str, require: str, paths: tuple[str, ...]) -> None:
    assert fields_used([rule("a.x", when=when, require=require), rule("a.y")]) == paths


def test_decisions_have_the_episode_and_only_parsed_actions() -> None:
    item = episode("e-1", WEB, (None, {}), WEB_AFTER)
    found = list(decisions_of([item]))
    assert [(decision.episode, decision.step) for decision in found] == [("e-1", 0), ("e-1", 2)]
    assert found[0].context["episode"] == item.header.context


def test_what_no_rule_looks_at_makes_no_difference() -> None:
    decisions = list(decisions_of(web_episodes(6)))
    found = distinct(decisions, fields_used([rule("a.x", **WEB_RULE)]))
    assert sorted(item.count for item in found) == [6, 6, 12]
    assert sum(item.count for item in found) == len(decisions)
    assert [item.count for item in distinct(decisions, ())] == [24]


def test_absent_is_not_null_and_not_empty() -> None:
    contexts: list[JsonObject] = [{}, {"action": {}}, {"action": {"x": None}}]
    values = [value_at(context, "action.x") for context in contexts]
    assert values == ["", "", "null"]
    assert value_at({"action": {"x": ""}}, "action.x") == '""'


_CONTEXTS = st.fixed_dictionaries(
    {
        "action": st.dictionaries(st.sampled_from(["name", "text"]), st.sampled_from(["a", "b"])),
        "state": st.dictionaries(st.sampled_from(["step", "tools"]), st.integers(0, 2)),
    }
)


@settings(deadline=None)
@given(one=_CONTEXTS, two=_CONTEXTS)
def test_equal_keys_give_equal_verdicts(one: JsonObject, two: JsonObject) -> None:
    checked = rule("a.x", when='has(action.name) && action.name == "a"', require="state.step < 2")
    paths = fields_used([checked])
    if key_of(one, paths) == key_of(two, paths):
        assert judge(checked, one) == judge(checked, two)
