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
        ("", "prompt tokens"),
    ]
    assert (rows[0].evidence, rows[2].evidence) == ("e 0.9", "p 0.0312")


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
