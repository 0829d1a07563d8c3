import pytest
from pydantic import ValidationError

from runtime.contracts.tool_call import SideEffect
from runtime.control.settings import ControlSettings, Permission


@pytest.mark.parametrize(
    ("settings", "tool", "side_effect", "expected"),
    [
        ({}, "zoom", "read", "allow"),
        ({}, "note", "reversible_write", "allow"),
        ({}, "send", "irreversible_write", "ask"),
        ({}, "web", "external", "allow"),
        ({"approvals": {"external": "ask"}}, "web", "external", "ask"),
        ({"approvals": {"external": "ask"}}, "send", "irreversible_write", "ask"),
        ({"tools": {"zoom": "ask"}}, "zoom", "read", "ask"),
        ({"tools": {"zoom": "ask"}}, "zoomed", "read", "allow"),
        ({"approvals": {"read": "deny"}, "tools": {"zoom": "allow"}}, "zoom", "read", "allow"),
    ],
)
def test_a_tools_own_line_goes_before_its_class_and_that_before_the_default(
    settings: dict[str, object], tool: str, side_effect: SideEffect, expected: Permission
) -> None:
    assert ControlSettings.model_validate(settings).permission(tool, side_effect) == expected


@pytest.mark.parametrize(
    "settings",
    [
        {"approvals": {"write": "ask"}},
        {"tools": {"zoom": "maybe"}},
        {"retries": 6},
        {"workers": 0},
        {"worker_memory_mb": -1},
    ],
    ids=str,
)
def test_what_means_nothing_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ControlSettings.model_validate(settings)
