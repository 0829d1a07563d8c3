"""What `otherwise` of an inspector's rule puts in the place of what violates it."""

import pytest

from runtime.agents.inspector.stand_in import decision_in_place, tool_in_place
from runtime.inspection.actions import STAND_INS, TOOL_NAMES, Look
from runtime.inspection.state import InspectorState
from runtime.inspection.view import DecisionKind
from tests.runtime.agents.inspector.inspections import found, rule


@pytest.mark.parametrize(
    ("name", "state", "look"),
    [
        ("find_candidates", found(candidates=None), Look("find_candidates")),
        ("find_candidates", found(1, 2, 3), Look("find_candidates")),
        ("measure_candidate", found(2), Look("measure_candidate", {"ids": [1, 3]})),
        ("measure_candidate", found(1, 2, 3), None),
        ("measure_candidate", found(candidates=None), None),
        ("view_candidate", found(), None),
        ("KEEP", found(), None),
        ("block", found(), None),
    ],
)
def test_a_tool_is_called_where_it_needs_no_choice(name: str, state: InspectorState, look: Look | None) -> None:
    assert tool_in_place(name, state) == look


@pytest.mark.parametrize(
    ("otherwise", "proposed", "taken"),
    [
        (None, "KEEP", "DROP"),
        (None, "DROP", "KEEP"),
        ("block", "KEEP", "DROP"),
        ("find_candidates", "DROP", "KEEP"),
        ("KEEP", "KEEP", "KEEP"),
        ("DROP", "KEEP", "DROP"),
        ("KEEP", "DROP", "KEEP"),
        ("DROP", "DROP", "DROP"),
    ],
)
def test_a_decision_gives_way_to_the_one_named_else_to_the_other(
    otherwise: str | None, proposed: DecisionKind, taken: DecisionKind
) -> None:
    assert decision_in_place(rule(otherwise=otherwise), proposed) == taken


def test_each_name_that_lint_lets_through_does_something() -> None:
    tools = [name for name in STAND_INS if tool_in_place(name, found(2)) is not None]
    assert {*STAND_INS} - {*tools} == {"KEEP", "DROP"}
    assert {*tools} <= {*TOOL_NAMES}
