"""Inspections that ended without a report."""

from collections.abc import Callable

import pytest

from analyzers.detectors.inspector.no_report import detect
from runtime.contracts.state import Terminal
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]


@pytest.mark.parametrize("terminal", ["budget_spent", "parse_failure"])
def test_an_end_without_any_report_is_found_at_the_last_step(inspection: Inspect, terminal: Terminal) -> None:
    lines = (("find", 2), ("measure", [1]))
    found = detect(inspection(*lines, terminal=terminal, message="the budget of steps (2) is spent"))
    assert [(one.step, one.tool) for one in found] == [(1, "")]
    assert found[0].message == "ended without a report: the budget of steps (2) is spent"


def test_a_report_or_a_model_out_of_reach_is_not(inspection: Inspect) -> None:
    assert detect(inspection(("find", 0), ("report", [], "accept"))) == []
    sent_back = ("report", [1], "reject", "not measured")
    assert detect(inspection(("find", 1), sent_back, terminal="budget_spent")) == []
    assert detect(inspection(("find", 1), terminal="infrastructure_error")) == []
    assert detect(inspection(terminal="budget_spent")) == []
