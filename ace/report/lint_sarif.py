"""A lint report as SARIF 2.1.0, which code-scanning services and editors read."""

from hashlib import sha256

from ace.playbook.lint_codes import CODES
from ace.playbook.lint_report import LintReport
from ace.text.sarif import sarif_log, sarif_message, sarif_place
from runtime.contracts.json_types import JsonObject
from runtime.rules.problem import Problem


def lint_sarif(report: LintReport) -> JsonObject:
    """Return one SARIF log with one run: a rule a code that occurs, a result a problem, a notification a note.

    Units: lines and columns count from 1, columns in Unicode code points.
    Source: OASIS SARIF 2.1.0.
    """
    codes = sorted({problem.code for problem in report.problems})
    rules = [_rule(code, _level_of(code, report)) for code in codes]
    results = [_result(problem, codes.index(problem.code)) for problem in report.problems]
    return sarif_log("ace lint", rules, results, report.notes)


def _rule(code: str, level: str) -> JsonObject:
    known = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": known.meaning},
        "help": {"text": f"{known.meaning} {known.remedy}"},
        "defaultConfiguration": {"level": level},
    }


def _level_of(code: str, report: LintReport) -> str:
    return "error" if any(item.code == code and item.severity == "error" for item in report.problems) else "warning"


def _result(problem: Problem, index: int) -> JsonObject:
    # Without the line: moving a problem makes no new alert of it.
    mark = sha256("\0".join((problem.path, problem.code, problem.message)).encode("utf-8", "backslashreplace"))
    return {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": problem.severity,
        "message": sarif_message(problem.message),
        "locations": [sarif_place(problem.path, problem.line, problem.column)],
        "partialFingerprints": {"problem/v1": mark.hexdigest()},
    }
