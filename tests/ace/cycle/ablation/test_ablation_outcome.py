"""An ablation as JSON."""

from ace.cycle.ablation.outcome import Ablation
from ace.cycle.ablation.weight import PairWeight, RuleWeight, compare
from ace.evaluation.score import Trial

TRIALS = compare(
    [Trial("s", "c", 0, "", False, frozenset({"leak"}), False)],
    [Trial("s", "c", 0, "", True, frozenset(), True)],
    "rule:a.b",
    "a-1",
    5,
)
HEAD = ("r-1", "tutor", "simulated/policy-1", True, 1, 1, 1, 9, "a-0")


def test_figures_of_rules_and_pairs() -> None:
    pair = PairWeight(("a.b", "a.c"), "unclear", "why", TRIALS)
    value = Ablation(*HEAD, (RuleWeight("a.b", "unclear", "why", 3, TRIALS),), (pair,), 5).to_json()
    trials = {
        "n": 1,
        "cases": 1,
        "undecided": 0,
        "without": 0.0,
        "with": 1.0,
        "change": 1.0,
        "change_95": [TRIALS.paired.change_low, TRIALS.paired.change_high],
        "better_with": 1,
        "worse_with": 0,
        "e_helps": 1.5,
        "e_hurts": 0.5,
        "target": {"name": "rule:a.b", "without": 0.0, "with": 0.0},
        "most_changed": {"name": "leak", "without": 1.0, "with": 0.0},
        "arm": "a-1",
        "model_calls": 5,
    }
    assert value["rules"] == [{"rule": "a.b", "word": "unclear", "reason": "why", "spoke": 3, "trials": trials}]
    assert value["pairs"] == [{"rules": ["a.b", "a.c"], "word": "unclear", "reason": "why", "trials": trials}]
    assert (value["simulated"], value["stopped"], value["model_calls"]) == (True, None, 5)


def test_what_was_not_run_has_no_figures() -> None:
    value = Ablation(*HEAD, (RuleWeight("a.b", "silent", "why", 0),)).to_json()
    assert value["rules"] == [{"rule": "a.b", "word": "silent", "reason": "why", "spoke": 0, "trials": None}]
