"""Budgets spent on reports that came back."""

from collections.abc import Callable

from analyzers.detectors.inspector.step_limit import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
SENT_BACK = ("report", [1], "reject", "1 was not measured")


def test_a_budget_spent_after_reports_is_found(inspection: Inspect) -> None:
    ended = inspection(("find", 1), SENT_BACK, ("view", 1), terminal="budget_spent", message="the budget of steps (3)")
    assert [(one.step, one.message, one.tool) for one in detect(ended)] == [(2, "the budget of steps (3)", "")]


def test_without_a_report_and_after_an_accepted_one_it_is_not(inspection: Inspect) -> None:
    assert detect(inspection(("find", 1), terminal="budget_spent")) == []
    assert detect(inspection(("find", 1), SENT_BACK, ("measure", [1]), ("report", [1], "reject"))) == []
