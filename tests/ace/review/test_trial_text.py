"""Figures as text."""

import pytest

from ace.review.evidence import TrialRow
from ace.review.trial_text import figure_rows, percent, points
from tests.ace.review.playbook_repository import make_evidence


def _trial(**changes: object) -> TrialRow:
    fields = {"stage": "development", "metric": "success", "n": 40, "before": 0.5, "after": 0.45}
    return TrialRow.model_validate(fields | changes)


def test_held_out_comes_first_and_tokens_last() -> None:
    record = make_evidence("a" * 40, trials=(_trial(p_value=0.0312), _trial(stage="held-out", e_value=0.9)))
    rows = figure_rows(record)
    assert [(row.stage, row.label) for row in rows] == [
        ("held-out", "success"),
        ("held-out", ""),
        ("development", "success"),
        ("development", ""),
        ("", "web before local"),
        ("", "rule tokens"),
    ]
    assert (rows[0].evidence, rows[2].evidence) == ("e 0.9", "p 0.0312")


def test_below_a_control_the_target_says_that_it_is_of_the_prompt() -> None:
    record = make_evidence("a" * 40, trials=(_trial(), _trial(stage="control")))
    assert [row.label for row in figure_rows(record)][-2] == "web before local, in the prompt"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "-5.0"),
        ({"change_low": -0.12, "change_high": 0.02}, "-5.0 [-12.0, +2.0]"),
        ({"change_low": -0.12}, "-5.0"),
    ],
)
def test_the_change_is_in_points_with_its_interval(changes: dict[str, object], expected: str) -> None:
    assert points(_trial(**changes)) == expected


@pytest.mark.parametrize(("share", "expected"), [(0.0, "0.0%"), (0.617, "61.7%"), (1.0, "100.0%")])
def test_percent(share: float, expected: str) -> None:
    assert percent(share) == expected


def test_neither_value_given_is_an_empty_cell() -> None:
    assert figure_rows(make_evidence("a" * 40, trials=(_trial(),)))[0].evidence == ""


@pytest.mark.parametrize(
    ("p_value", "shown"), [(0.0195, "p 0.0195"), (0.02, "p 0.0200"), (1.0, "p 1.00"), (0.000977, "p 0.000977")]
)
def test_p_has_three_digits(p_value: float, shown: str) -> None:
    assert figure_rows(make_evidence("a" * 40, trials=(_trial(p_value=p_value),)))[0].evidence == shown


@pytest.mark.parametrize(
    ("cases", "n", "counts"),
    [
        (None, "n=40", "fixed 3, broke 1"),
        (22, "n=40 (22 cases)", "fixed 3, broke 1 of 22 cases"),
        (1, "n=40 (1 case)", "fixed 3, broke 1 of 1 case"),
    ],
)
def test_cases_are_shown_where_they_were_counted(cases: int | None, n: str, counts: str) -> None:
    rows = figure_rows(make_evidence("a" * 40, trials=(_trial(fixed=3, broke=1, cases=cases),)))
    assert (rows[0].n, rows[1].change) == (n, counts)


def test_the_control_stands_below_the_prompts_figures_under_a_name_of_its_own() -> None:
    rows = figure_rows(make_evidence("a" * 40, trials=(_trial(stage="control"), _trial())))
    assert [(row.stage, row.label) for row in rows if row.n and row.stage] == [
        ("development", "success"),
        ("control", "as a gate"),
    ]


def test_success_comes_before_solved_within_a_stage() -> None:
    solved = (_trial(metric="solved"), _trial(metric="solved", stage="held-out"))
    rows = figure_rows(make_evidence("a" * 40, trials=(*solved, _trial(), _trial(stage="held-out"))))
    assert [(row.stage, row.label) for row in rows if row.n and row.stage] == [
        ("held-out", "success"),
        ("held-out", "solved"),
        ("development", "success"),
        ("development", "solved"),
    ]
