"""Names of controllers carry the word simulated, and a cut-off episode says nothing about the agent."""

import pytest

from runtime.contracts.state import Terminal
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome


@pytest.mark.parametrize(
    ("info", "label"),
    [
        (ControllerInfo("openai", "m-1", simulated=False), "openai/m-1"),
        (ControllerInfo("scripted", "demo", simulated=True), "scripted/demo (simulated)"),
        (ControllerInfo("simulated", "policy-1", simulated=True), "simulated/policy-1"),
    ],
)
def test_a_simulated_controller_is_never_shown_without_the_word(info: ControllerInfo, label: str) -> None:
    assert info.label == label


@pytest.mark.parametrize(
    ("terminal", "expected"),
    [("answered", False), ("parse_failure", False), ("infrastructure_error", True), (None, True)],
)
def test_only_faults_of_the_machinery_are_infrastructure_errors(terminal: Terminal | None, expected: bool) -> None:
    info = ControllerInfo("scripted", "x", simulated=True)
    header = Header("r", "e", "s", "c", "dev", 0, 0, "tutor", info, "", {}, (), {})
    outcome = Outcome("r", "e", terminal, "", {}) if terminal else None
    assert Episode(header, (), outcome).is_infrastructure_error is expected
