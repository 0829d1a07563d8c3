"""An ablation for a terminal."""

from dataclasses import replace

from ace.cycle.ablation.outcome import Ablation
from ace.cycle.ablation.weight import PairWeight, RuleWeight, compare, weigh
from ace.evaluation.score import Trial
from ace.report.ablate_text import ablation_text

BAD = [Trial(f"s{i}", f"c{i}", 0, "", False, frozenset({"leak", "rule:a.b"}), False) for i in range(8)]
GOOD = [Trial(f"s{i}", f"c{i}", 0, "", True, frozenset(), True) for i in range(8)]
HEAVY = compare(BAD, GOOD, "rule:a.b", "a-1", 40)
RULE = RuleWeight("a.b", *weigh(HEAVY), 5, HEAVY)
SILENT = RuleWeight("a.never", "silent", "Never spoke.", 0)
FOUND = Ablation("r-1", "tutor", "openai/m", False, 8, 8, 1, 99, "a-0", (SILENT, RULE), (), 40)


def _row(text: str, name: str) -> list[str]:
    return next(line for line in text.splitlines() if line.startswith(f"  {name} ")).split()


def test_each_rule_is_a_row_and_a_reason() -> None:
    text = ablation_text(FOUND)
    row = _row(text, "a.b")
    assert row[:6] == ["a.b", "carries", "weight", "0.0%", "100.0%", "+100.0%"]
    assert row[-3:] == ["8/0/8", f"{HEAVY.e_helps:.3g}", f"{HEAVY.e_hurts:.3g}"]
    assert set(_row(text, "a.never")[2:]) == {"-"}
    assert "  a.never: silent. Never spoke.\n" in text
    assert "rule:a.b: 100.0% of trials without, 0.0% with. leak: 100.0% of trials without, 0.0% with." in text
    assert "40 model calls now" in text
    assert "Rules were drafted from development samples" in text


def test_simulated_is_said_only_of_what_is() -> None:
    assert "simulated" not in ablation_text(FOUND)
    assert "The controller is simulated" in ablation_text(replace(FOUND, is_simulated=True))


def test_pairs_notes_and_the_ceiling_are_said() -> None:
    pair = PairWeight(("a.b", "a.c"), "add up", "By the estimates.", HEAVY)
    text = ablation_text(replace(FOUND, pairs=(pair,), notes=("take note",), stopped="9 model calls (gate.max_calls)"))
    assert "  a.b and a.c: add up. By the estimates." in text
    assert "note: take note\n" in text
    assert "stopped at the ceiling of 9 model calls (gate.max_calls); the same command goes on from there" in text


def test_foreign_words_are_escaped() -> None:
    assert "\x1b" not in ablation_text(replace(FOUND, controller="m\x1b[2J", notes=("\x1b[1m",)))


def test_nothing_tried_is_a_report_without_figures() -> None:
    text = ablation_text(replace(FOUND, rules=(SILENT,)))
    assert "e-value of 20" not in text
    assert "1 rule of tutor" in ablation_text(replace(FOUND, rules=(SILENT,)))
    assert ablation_text(replace(FOUND, rules=())).startswith("r-1: 0 rules of tutor")
