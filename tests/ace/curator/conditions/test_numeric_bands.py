"""Bands of a number in which a failure is common."""

import json

import pytest

from ace.curator.conditions.numeric_bands import numeric_bands
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.json_types import JsonObject
from tests.ace.curator.conditions.deciding import decided


def revealed(attempts: int, count: int, name: str = "REVEAL_ANSWER") -> list[JsonObject]:
    """Return decisions after so many attempts."""
    return [decided(name, state__student__attempts=attempts) for _ in range(count)]


def test_the_band_with_the_failures_and_the_one_without_are_told() -> None:
    cited = [*revealed(0, 30), *revealed(1, 5)]
    clean = [*revealed(1, 5), *revealed(3, 40), *revealed(0, 90, "HINT")]
    bands = numeric_bands(cited, clean, TUTOR_CONTEXT)
    assert {(band.field, band.low, band.high, band.n, band.failing, band.mark) for band in bands} == {
        ("state.student.attempts", 0, 0, 30, 30, "many"),
        ("state.student.attempts", 3, 3, 40, 0, "few"),
    }
    first = bands[0]
    assert first.share == 1
    assert first.share_low > 0.85
    assert first.auc < 0.05


def test_a_band_is_json() -> None:
    band = numeric_bands(revealed(0, 30), revealed(3, 30), TUTOR_CONTEXT)[0].to_json()
    assert json.loads(json.dumps(band)) == {
        "field": "state.student.attempts",
        "low": 0.0,
        "high": 0.0,
        "includes_high": True,
        "n": 30,
        "failing": 30,
        "share": 1.0,
        "share_low": 0.886,
        "share_high": 1.0,
        "mark": "many",
        "auc": 0.0,
    }


@pytest.mark.parametrize(
    ("cited", "clean"),
    [
        (revealed(0, 30), []),
        ([], revealed(0, 30)),
        (revealed(0, 30), revealed(3, 90, "HINT")),
        (revealed(2, 30), revealed(2, 30)),
        ([decided("HINT", state__student__attempts="many")] * 30, revealed(2, 30, "HINT")),
    ],
    ids=["nothing clean", "nothing cited", "no clean decision of that action", "the same number", "no number"],
)
def test_there_may_be_none(cited: list[JsonObject], clean: list[JsonObject]) -> None:
    assert numeric_bands(cited, clean, TUTOR_CONTEXT) == ()
