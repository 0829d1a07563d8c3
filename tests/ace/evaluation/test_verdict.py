"""From counts to words."""

import pytest

from ace.evaluation.gate_rules import GateRules
from ace.evaluation.paired import Paired
from ace.evaluation.sign_test import e_value
from ace.evaluation.verdict import HeldOut, judge_held_out, judge_screen, look_at
from ace.text.counted import counted

RULES = GateRules()


def votes(fixed: int, broke: int, n: int, undecided: int = 0) -> Paired:
    """Return `n` decided samples with these votes."""
    return Paired(n, 0.5, 0.5, fixed, broke, undecided, -1.0, 1.0, cases=n)


def held_out(paired: Paired, rules: GateRules = RULES) -> HeldOut:
    """Return the verdict of one look at everything."""
    return judge_held_out(paired, [look_at(paired, rules)], rules)


@pytest.mark.parametrize(
    ("paired", "drafts", "expected"),
    [
        pytest.param(votes(8, 0, 20), 1, "promising", id="clearly better"),
        pytest.param(votes(4, 0, 20), 1, "promising", id="one draft: 1/16 is under 0.10"),
        pytest.param(votes(4, 0, 20), 2, "insufficient evidence", id="two drafts share the level"),
        pytest.param(votes(2, 0, 20), 1, "insufficient evidence", id="two votes are too few"),
        pytest.param(votes(2, 3, 20), 1, "insufficient evidence", id="slightly worse, few samples"),
        pytest.param(votes(0, 0, 20), 1, "no effect", id="no vote"),
        pytest.param(votes(6, 6, 100), 1, "no effect", id="no gain on a hundred"),
        pytest.param(votes(0, 5, 20), 1, "harmful", id="clearly worse"),
        pytest.param(votes(0, 4, 20), 1, "insufficient evidence", id="1/16 is not harmful yet"),
        pytest.param(votes(8, 0, 0, 0), 1, "undecided: infrastructure", id="nothing was asked"),
        pytest.param(votes(8, 0, 79, 21), 1, "undecided: infrastructure", id="a fifth undecided"),
        pytest.param(votes(8, 0, 80, 20), 1, "promising", id="just a fifth undecided"),
        pytest.param(votes(0, 0, 20), 1, "no effect", id="all ties"),
        pytest.param(votes(0, 0, 0, 20), 1, "undecided: infrastructure", id="all errors"),
        pytest.param(votes(1, 0, 1), 1, "insufficient evidence", id="one sample"),
    ],
)
def test_the_screen(paired: Paired, drafts: int, expected: str) -> None:
    judged = judge_screen(paired, RULES, drafts)
    assert judged.verdict == expected
    if expected != "undecided: infrastructure":
        assert (
            f"{counted(paired.fixed, 'case')} fixed, {paired.broke} broken, of {paired.cases} "
            f"({counted(paired.n, 'sample')})" in judged.reason
        )


@pytest.mark.parametrize(
    ("paired", "expected"),
    [
        pytest.param(votes(20, 2, 150), "confirmed", id="strong evidence on enough samples"),
        pytest.param(votes(20, 2, 100), "confirmed", id="a hundred are enough"),
        pytest.param(votes(20, 2, 99), "promising", id="ninety-nine never are"),
        pytest.param(votes(6, 0, 100), "promising", id="e-value 18 is under 20"),
        pytest.param(votes(5, 9, 199), "promising", id="no gain, but more samples may tell"),
        pytest.param(votes(9, 9, 200), "no effect", id="futile"),
        pytest.param(votes(2, 12, 150), "harmful", id="worse"),
        pytest.param(votes(20, 2, 70, 30), "undecided: infrastructure", id="too many errors"),
        pytest.param(votes(0, 0, 0), "undecided: infrastructure", id="nothing was asked"),
        pytest.param(votes(0, 0, 0, 50), "undecided: infrastructure", id="all errors"),
        pytest.param(votes(0, 0, 150), "promising", id="all ties, and no more samples"),
        pytest.param(votes(0, 5, 40), "harmful", id="worse on few cases: one look, so the sign test holds"),
        pytest.param(votes(2, 9, 150), "promising", id="worse after a look, not shown by the e-value"),
        pytest.param(votes(40, 25, 800), "insufficient evidence", id="the most was used"),
    ],
)
def test_the_held_out_verdict(paired: Paired, expected: str) -> None:
    judged = held_out(paired)
    assert judged.verdict == expected
    assert judged.e_value == e_value(paired.fixed, paired.broke)


@pytest.mark.parametrize("n", [1, 50, 99])
def test_fewer_than_a_hundred_samples_never_confirm(n: int) -> None:
    assert all(held_out(votes(fixed, 0, n)).verdict != "confirmed" for fixed in range(n + 1))
    assert "fewer than the 100" in held_out(votes(n, 0, n)).reason


def test_a_smaller_bar_of_cases_is_the_rules_own() -> None:
    rules = GateRules(min_confirm=20)
    assert held_out(votes(12, 0, 20), rules).verdict == "confirmed"
    assert "e-value 630" in held_out(votes(12, 0, 20), rules).reason


def test_without_a_look_nothing_is_confirmed() -> None:
    assert judge_held_out(votes(80, 0, 200), [], RULES).verdict == "promising"


def test_the_screen_never_confirms() -> None:
    verdicts = {
        judge_screen(votes(fixed, broke, n, undecided), GateRules(alpha=alpha), drafts).verdict
        for n in (10, 100, 800)
        for fixed in (0, 1, n // 2, n)
        for broke in (0, 1, n // 2)
        for undecided in (0, n)
        for alpha in (0.01, 0.49)
        for drafts in (0, 1, 20)
    }
    assert "confirmed" not in verdicts
    assert verdicts == {"promising", "insufficient evidence", "no effect", "harmful", "undecided: infrastructure"}


def test_a_reason_says_that_development_samples_prove_nothing() -> None:
    assert "not a proof" in judge_screen(votes(8, 0, 20), RULES, 1).reason
