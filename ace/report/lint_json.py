"""A lint report as one JSON object."""

from dataclasses import asdict

from ace.playbook.lint_report import LintReport
from runtime.contracts.json_types import JsonObject


def lint_json(report: LintReport) -> JsonObject:
    """Return {"files", "errors", "warnings": counts, "problems": [{path, line, column, code, severity, message}],
    "notes": [text]}.
    """
    return {
        "files": len(report.files),
        "errors": report.errors,
        "warnings": report.warnings,
        "problems": [asdict(problem) for problem in report.problems],
        "notes": list(report.notes),
    }
