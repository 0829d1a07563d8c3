"""The bars."""

import pytest

from ace.evaluation.gate_rules import GateRules, acceptance_e, after_batch, renewed_e, screens

RULES = GateRules()


@pytest.mark.parametrize(
    ("fixed", "broke", "drafts", "passes"),
    [(4, 0, 1, True), (4, 0, 2, False), (5, 0, 2, True), (0, 0, 1, False), (4, 0, 0, True)],
)
def test_the_screen_shares_its_level(fixed: int, broke: int, drafts: int, passes: bool) -> None:
    assert screens(fixed, broke, drafts, RULES) is passes


@pytest.mark.parametrize(
    ("fixed", "broke", "cases", "step"),
    [
        (20, 2, 99, "go on"),
        (20, 2, 100, "confirmed"),
        (2, 20, 100, "harmful"),
        (5, 5, 199, "go on"),
        (5, 5, 200, "futile"),
        (40, 25, 799, "go on"),
        (40, 25, 800, "spent"),
    ],
)
def test_what_follows_from_a_look(fixed: int, broke: int, cases: int, step: str) -> None:
    assert after_batch(fixed, broke, cases, RULES) == step


def test_all_false_acceptances_on_samples_that_cannot_be_renewed_stay_under_five_percent_a_week() -> None:
    spent = sum(1 / acceptance_e(RULES, before) for before in range(10_000))
    assert 7 * spent == pytest.approx(0.05, rel=1e-3)


@pytest.mark.parametrize(
    ("begun", "accepted", "needed"),
    [(0, 0, 20), (1, 0, 40), (12, 0, 260), (12, 1, 130), (9, 9, 20), (3, 2, 80 / 3)],
)
def test_on_renewed_samples_what_came_to_nothing_raises_the_bar_and_an_acceptance_lowers_it(
    begun: int, accepted: int, needed: float
) -> None:
    assert renewed_e(RULES, begun, accepted) == pytest.approx(needed)


def test_the_bar_is_never_under_that_of_the_first() -> None:
    assert min(renewed_e(RULES, begun, yes) for begun in range(30) for yes in range(begun + 1)) == 20
