"""Which rules are left out, and in which order."""

import pytest

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.cycle.ablation.earlier_runs import Earlier
from ace.cycle.ablation.plan import MOST_PAIRS, chosen_rules, plan, plan_pairs, silent_rules
from ace.cycle.ablation.weight import RuleWeight, RuleWord, compare
from ace.errors import NotFoundError
from ace.evaluation.score import Trial
from runtime.contracts.rule import Rule
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, episode, rule

NEVER = {"when": 'action.name == "zoom"', "require": "false"}
LOUD = {"when": "true", "require": "true"}
VERDICTS = DecisionVerdicts({"e-1": episode("e-1", RETRIEVE, WEB)})
RULES = (rule("a.web", **WEB_RULE), rule("a.words"), rule("a.never", **NEVER), rule("a.loud", **LOUD))


def _standings(rules: tuple[Rule, ...], silent: dict[str, Earlier], missing: dict[str, int]) -> list[tuple[str, str]]:
    planned = plan(rules, VERDICTS, silent, lambda one: missing.get(one.id, 9))
    return [(item.rule.id, item.standing) for item in planned]


def test_silent_rules_are_checked_ones_that_spoke_on_no_decision() -> None:
    safe = rule("a.safe", safety=True, **NEVER)
    assert [one.id for one in silent_rules((*RULES, safe), VERDICTS)] == ["a.never"]
    assert silent_rules(RULES, DecisionVerdicts({})) == ()


def test_what_costs_nothing_comes_first_then_the_fewest_episodes_then_who_spoke_most() -> None:
    rules = (*RULES, rule("a.safe", safety=True))
    assert _standings(rules, {"a.never": Earlier(5, 0)}, {"a.words": 0}) == [
        ("a.never", "silent"),
        ("a.safe", "safety"),
        ("a.words", "try"),
        ("a.loud", "try"),
        ("a.web", "try"),
    ]


def test_a_silent_rule_that_spoke_without_itself_is_tried() -> None:
    assert ("a.never", "try") in _standings(RULES, {"a.never": Earlier(5, 1)}, {})


def test_no_episode_is_missing_of_what_is_not_tried() -> None:
    planned = plan((rule("a.safe", safety=True), RULES[2]), VERDICTS, {"a.never": Earlier()}, lambda one: 9)
    assert [item.missing for item in planned] == [0, 0]
    assert planned[0].spoke == 0


def test_rules_are_chosen_by_id() -> None:
    assert chosen_rules(RULES, ()) == RULES
    assert [one.id for one in chosen_rules(RULES, ("a.words", "a.web"))] == ["a.web", "a.words"]
    with pytest.raises(NotFoundError, match=r"did you mean `a\.words`"):
        chosen_rules(RULES, ("a.word",))
    with pytest.raises(NotFoundError, match="the playbook has none"):
        chosen_rules((), ("a.word",))


def _weight(rule_id: str, word: RuleWord, better: int = 0) -> RuleWeight:
    with_it = [Trial(str(i), str(i), 0, "", True, frozenset(), True) for i in range(20)]
    without = [Trial(str(i), str(i), 0, "", i >= better, frozenset(), i >= better) for i in range(20)]
    return RuleWeight(rule_id, word, "", None, compare(without, with_it, "", "a-1", 0))


def _pairs(*weights: RuleWeight) -> list[tuple[str, str]]:
    rules = [next((one for one in RULES if one.id == w.rule), rule(w.rule)) for w in weights]
    return [(first.rule, second.rule) for first, second in plan_pairs(weights, rules, VERDICTS)]


def test_pairs_are_of_rules_that_change_nothing_or_of_rules_that_carry_weight() -> None:
    weights = (
        _weight("a.never", "unclear"),
        _weight("a.words", "dead"),
        _weight("b.up", "unclear", better=9),
        _weight("b.one", "carries weight", better=9),
        _weight("b.two", "carries weight", better=9),
        _weight("b.bad", "harmful"),
        RuleWeight("b.not", "not tried", ""),
    )
    assert _pairs(*weights) == [("a.never", "a.words"), ("b.one", "b.two")]


def test_pairs_that_speak_on_the_same_decisions_come_first() -> None:
    weights = [_weight(name, "unclear") for name in ("a.never", "a.words", "a.web", "a.loud")]
    assert _pairs(*weights)[0] == ("a.web", "a.loud")


def test_there_are_at_most_ten_pairs() -> None:
    assert len(_pairs(*(_weight(f"c.r{i}", "unclear") for i in range(6)))) == MOST_PAIRS == 10
