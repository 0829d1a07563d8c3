"""What a tool's name tells of it."""

import pytest

from analyzers.detectors.tool_agent.tool_effect import effect_of, name_words


@pytest.mark.parametrize(
    ("tool", "effect"),
    [
        ("get_order_details", "read"),
        ("searchFlights", "read"),
        ("calculate", "read"),
        ("order_set_status", "write"),
        ("cancel_pending_order", "write"),
        ("orders.update", "write"),
        ("bookReservation", "write"),
        ("transfer_to_human_agents", "hand_off"),
        ("escalate", "hand_off"),
        ("get_support_hours", "read"),
        ("transfer_money", "write"),
        ("terminal", "unknown"),
        ("", "unknown"),
    ],
)
def test_the_first_verb_counts(tool: str, effect: str) -> None:
    assert effect_of(tool) == effect


def test_names_are_taken_apart() -> None:
    assert name_words("getHTTPStatus_ofOrder.v2") == ("get", "http", "status", "of", "order", "v")
