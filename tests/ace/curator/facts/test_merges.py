"""Which rules in force are the same, and which of them stays."""

import random

import pytest

from ace.curator.facts.merges import MIN_SPOKEN, find_merges
from ace.playbook.recorded_decisions import Decision
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from tests.ace.building import WEB_RULE, rule


def web(count: int, *, broken: int) -> list[Decision]:
    """Return so many web searches, the first `broken` of them before the index was searched."""
    return [Decision(f"e{i}", 0, _context("web_browser", queried=i >= broken)) for i in range(count)]


def _context(name: str, *, queried: bool) -> JsonObject:
    return {"action": {"name": name}, "state": {"retrieval": {"queried": queried}}, "episode": {}}


A = rule("a.web", text="Ask the index first.\n", **WEB_RULE)
B = rule("b.web", text="The web comes last.\n", when='action.name in ["web_browser"]', require=WEB_RULE["require"])
WORDS = rule("c.words", text="Ask the index  first!\n")


def test_rules_that_judge_alike_are_merged() -> None:
    (group,) = find_merges([B, A], web(MIN_SPOKEN, broken=3))
    assert (group.kept, group.others) == (A, (B,))
    assert "all 20 recorded decisions" in group.why


@pytest.mark.parametrize(
    ("rules", "decisions"),
    [
        pytest.param([A, B], web(MIN_SPOKEN - 1, broken=3), id="too few decisions"),
        pytest.param([A, B], web(60, broken=2), id="hardly ever broken: any two obeyed rules agree"),
        pytest.param([A, B.model_copy(update={"require": "true"})], web(60, broken=30), id="they judge differently"),
        pytest.param([A, B.model_copy(update={"safety": True})], web(60, broken=30), id="a safety rule"),
        pytest.param([A, B.model_copy(update={"status": "deprecated"})], web(60, broken=30), id="not in force"),
        pytest.param([A, B.model_copy(update={"audience": "solver"})], web(60, broken=30), id="other readers"),
        pytest.param([A, B.model_copy(update={"agent": "inspector"})], web(60, broken=30), id="another agent"),
        pytest.param([A, B.model_copy(update={"enforce": "gate"})], web(60, broken=30), id="a gate and words"),
        pytest.param(
            [A.model_copy(update={"enforce": "gate"}), B.model_copy(update={"enforce": "gate"})],
            web(60, broken=30),
            id="gates that do something else",
        ),
        pytest.param(
            [A, WORDS.model_copy(update={"text": "Do not ask the index first.\n"})],
            web(60, broken=30),
            id="the opposite words",
        ),
    ],
)
def test_what_stays_two_rules(rules: list[Rule], decisions: list[Decision]) -> None:
    assert find_merges(rules, decisions) == ()


def test_the_same_words_are_merged_into_the_rule_with_a_condition() -> None:
    active = WORDS.model_copy(update={"status": "active", "id": "a.aaa"})
    (group,) = find_merges([active, A], [])
    assert (group.kept, group.others) == (A, (active,))


def test_the_same_words_with_conditions_that_disagree_stay_two() -> None:
    other = A.model_copy(update={"id": "z.z", "require": "false"})
    assert find_merges([A, other], web(60, broken=30)) == ()
    unseen = A.model_copy(update={"id": "z.z", "when": 'action.name == "zoom"'})
    assert find_merges([A, unseen], []) == ()
    spaced = A.model_copy(update={"id": "z.z", "when": "action.name=='web_browser'"})
    (group,) = find_merges([A, spaced], [])
    assert group.others == (spaced,)


def test_the_same_conditions_are_the_same_rule_even_where_it_is_always_obeyed() -> None:
    spaced = B.model_copy(update={"when": "action.name=='web_browser'"})
    (group,) = find_merges([A, spaced], web(3, broken=0))
    assert (group.kept, group.others, group.why) == (A, (spaced,), "They have the same conditions.")
    assert find_merges([A, spaced], web(2, broken=0)) == ()


def _evidence(failures: int) -> tuple[JsonObject, ...]:
    return ({"cluster": "c-1", "failures": failures, "samples": 2},)


EFFECT: JsonObject = {
    "metric": "success",
    "stage": "held-out",
    "n": 400,
    "before": 0.6,
    "after": 0.7,
    "verdict": "confirmed",
    "controller": "x/y",
}


@pytest.mark.parametrize(
    "better",
    [
        pytest.param({"otherwise": {"action": "retrieve"}}, id="what is done instead is not lost"),
        pytest.param({"status": "active"}, id="active before experimental"),
        pytest.param({"effect": EFFECT}, id="a confirmed effect"),
        pytest.param({"evidence": _evidence(9)}, id="more evidence"),
        pytest.param({"created": "2026-01-01"}, id="the older one"),
    ],
)
def test_the_rule_that_stands_better_stays(better: JsonObject) -> None:
    conditions = {"when": WEB_RULE["when"], "require": WEB_RULE["require"]}
    stands = rule("z.z", **conditions, **better)
    other = rule("a.a", **conditions, created="2026-05-05")
    (group,) = find_merges([other, stands], [])
    assert (group.kept, group.others) == (stands, (other,))


def test_of_equals_the_first_id_stays_whatever_the_order() -> None:
    rules = [rule(f"{letter}.x", **WEB_RULE) for letter in "abcd"]
    first = find_merges(rules, web(30, broken=9))
    assert [item.id for item in first[0].others] == ["b.x", "c.x", "d.x"]
    for seed in range(3):
        random.Random(seed).shuffle(rules)
        assert find_merges(rules, web(30, broken=9)) == first


def test_no_rule_is_in_two_groups() -> None:
    groups = find_merges([A, B, WORDS], web(30, broken=9))
    assert [[group.kept.id, *(item.id for item in group.others)] for group in groups] == [["a.web", "b.web"]]
