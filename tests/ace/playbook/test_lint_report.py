"""Counts of a lint report."""

from ace.playbook.lint_report import LintReport
from runtime.rules.problem import Problem


def test_errors_and_warnings_are_counted_apart() -> None:
    problems = tuple(Problem("a", 1, 1, "id", severity, "x") for severity in ("error", "warning", "warning"))
    report = LintReport({}, problems)
    assert (report.errors, report.warnings) == (1, 2)
