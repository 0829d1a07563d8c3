"""Modes of the fixed gates."""

import pytest
from pydantic import ValidationError

from runtime.gates.settings import ALL_ENFORCED, FixedGateSettings


@pytest.mark.parametrize(
    ("settings", "acting"),
    [
        (FixedGateSettings(), {"hint_escalation", "report_check"}),
        (ALL_ENFORCED, {"hint_escalation", "local_before_web", "observation_first", "report_check"}),
        (FixedGateSettings(hint_escalation="observe", report_check="observe"), set()),
    ],
    ids=["default", "all", "none"],
)
def test_a_gate_with_a_mode_acts_where_they_are_enforced(settings: FixedGateSettings, acting: set[str]) -> None:
    names = ("hint_escalation", "local_before_web", "observation_first", "report_check")
    assert {name for name in names if settings.is_enforced(name)} == acting


@pytest.mark.parametrize("name", ["safety", "reveal", "assessment", "leak", "repeats", "tool_budget", "one_tool"])
def test_the_other_gates_always_act(name: str) -> None:
    assert FixedGateSettings(local_before_web="observe").is_enforced(name)


@pytest.mark.parametrize("change", [{"safety": "observe"}, {"local_before_web": "off"}])
def test_safety_has_no_mode_and_no_gate_can_be_switched_off(change: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        FixedGateSettings.model_validate(change)
