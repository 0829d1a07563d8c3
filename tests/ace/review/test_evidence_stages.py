"""Rows of the stages are read strictly."""

import pytest
from pydantic import ValidationError

from ace.review.evidence_stages import ControlRow, GuardRow, LookRow, SliceRow


@pytest.mark.parametrize(
    ("model", "data"),
    [
        (GuardRow, {"name": "cost", "status": "fine"}),
        (GuardRow, {"name": "", "status": "held"}),
        (LookRow, {"cases": -1, "fixed": 0, "broke": 0, "e_value": 1.0}),
        (LookRow, {"cases": 1, "fixed": 0, "broke": 0, "e_value": float("nan")}),
        (SliceRow, {"name": "a", "n": 1, "cases": 1, "before": 0, "after": 2, "low": 0, "status": "held"}),
        (ControlRow, {"n": 1}),
    ],
)
def test_what_does_not_fit_is_refused(
    model: type[GuardRow | LookRow | SliceRow | ControlRow], data: dict[str, object]
) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(data)
