"""Defaults a person can rely on."""

import pytest
from pydantic import ValidationError

from ace.config.settings import GateSettings, ReviewSettings, Settings


def test_nothing_harmful_or_unproven_is_opened_by_default() -> None:
    assert Settings().review.open == ("confirmed", "promising")
    assert Settings().review.max_open == 5


def test_tidying_needs_no_improvement_by_default() -> None:
    assert (Settings().review.tidy, Settings().review.tidy_cases) == (True, 60)
    with pytest.raises(ValidationError):
        ReviewSettings.model_validate({"tidy_cases": 0})


def test_no_model_is_asked_by_default() -> None:
    assert (Settings().controller, Settings().curator.kind) == (None, "heuristic")


@pytest.mark.parametrize(
    "change",
    [
        {"alpha": 0.5},
        {"alpha": 0},
        {"trials": 0},
        {"success_severity": "minor"},
        {"profile": "lenient"},
        {"batch": 0},
        {"most": 0},
        {"must_pass_limit": 0},
        {"max_calls": 0},
        {"max_minutes": 0},
    ],
)
def test_a_gate_that_lets_everything_through_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        GateSettings.model_validate(change)


def test_an_unknown_verdict_is_refused() -> None:
    with pytest.raises(ValidationError, match="confirmed"):
        ReviewSettings.model_validate({"open": ["confirmd"]})


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().agent = "other"


def test_the_gate_is_strict_and_without_a_ceiling_by_default() -> None:
    gate = GateSettings()
    assert (gate.profile, gate.control, gate.batch, gate.most) == ("strict", True, 100, 800)
    assert (gate.max_calls, gate.max_tokens, gate.max_cost_usd, gate.max_minutes) == (None,) * 4
