"""The same rule as a gate, beside the rule in the prompt."""

import pytest

from ace.evaluation.control import Control, Obedience, as_gate, compare_control, measure_obedience
from ace.evaluation.score import Trial
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, WEB_RULE, episode, rule

RULE = rule("tools.local", **WEB_RULE)


def trials(scores: list[bool | None]) -> list[Trial]:
    return [Trial(f"s{i}", f"c{i}", 0, f"e{i}", score, frozenset()) for i, score in enumerate(scores)]


def compared(without: str, prompt: str, gate: str, obeyed: int = 9) -> Control:
    """Return the control of samples written as + (solved), - (not) and ? (error)."""
    arms = [[{"+": True, "-": False, "?": None}[mark] for mark in marks] for marks in (without, prompt, gate)]
    return compare_control(trials(arms[0]), trials(arms[1]), trials(arms[2]), Obedience(10, obeyed))


def test_three_shares_on_the_same_samples() -> None:
    control = compared("--+-?", "-++-+", "+++-+")
    assert (control.gate.n, control.instead.n) == (4, 4)
    assert (control.gate.before, control.prompt, control.gate.after) == (0.25, 0.5, 0.75)
    assert (control.gate.fixed, control.gate.broke) == (2, 0)
    assert (control.instead.fixed, control.instead.broke) == (1, 0)


@pytest.mark.parametrize(
    ("prompt", "gate", "obeyed", "promotes"),
    [
        pytest.param("-++", "+++", 9, True, id="the gate does better"),
        pytest.param("-++", "-++", 9, True, id="as well"),
        pytest.param("-++", "+--", 9, False, id="worse"),
        pytest.param("-++", "+++", 10, False, id="the model always obeyed: a gate has nothing to do"),
        pytest.param("???", "+++", 9, False, id="nothing was decided"),
    ],
)
def test_when_a_gate_is_proposed(prompt: str, gate: str, obeyed: int, promotes: bool) -> None:
    assert compared("---", prompt, gate, obeyed).promotes is promotes


def test_a_rule_that_spoke_about_nothing_proposes_nothing() -> None:
    control = compare_control(trials([False]), trials([True]), trials([True]), Obedience(0, 0))
    assert (control.obedience.rate, control.promotes) == (None, False)


def test_trials_that_only_some_arms_ran_have_no_part() -> None:
    more = [*trials([True, True]), Trial("s0", "c0", 1, "e", True, frozenset())]
    assert compare_control(trials([False, False]), more, trials([True, True]), Obedience(1, 1)).gate.n == 1


def test_as_a_gate_only_the_enforcement_differs() -> None:
    gate = as_gate(RULE)
    assert (gate.enforce, RULE.enforce) == ("gate", "prompt")
    assert gate.model_copy(update={"enforce": "prompt"}) == RULE


def test_obedience_is_of_the_decisions_the_rule_speaks_about() -> None:
    episodes = [
        episode("e1", WEB),
        episode("e2", RETRIEVE, WEB_AFTER, WEB_AFTER),
        episode("e3", RETRIEVE),
        episode("e4", WEB, ending="infrastructure_error"),
    ]
    found = measure_obedience(RULE, episodes)
    assert (found.decisions, found.obeyed) == (3, 2)
    assert found.violating == pytest.approx(1 / 3)
    assert found.rate == pytest.approx(2 / 3)


def test_a_condition_that_fails_counts_neither_way() -> None:
    broken = rule("tools.broken", when="state.nothing.there", require="true")
    assert measure_obedience(broken, [episode("e1", WEB)]) == Obedience(0, 0, 0.0)
    assert measure_obedience(RULE, ()) == Obedience(0, 0, 0.0)
