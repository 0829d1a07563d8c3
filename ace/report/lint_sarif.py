"""A lint report as SARIF 2.1.0, which code-scanning services and editors read."""

import os
import re
from hashlib import sha256
from importlib.metadata import version
from urllib.parse import quote_from_bytes

from ace.playbook.lint_codes import CODES
from ace.playbook.lint_report import LintReport
from ace.review.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.rules.problem import Problem

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# `[text](target)` in a message is a link: nobody may put one into what a reviewer reads.
_LINK = re.compile(r"[\[\]]")


def lint_sarif(report: LintReport) -> JsonObject:
    """Return one SARIF log with one run: a rule a code that occurs, a result a problem, a notification a note.

    Units: lines and columns count from 1, columns in Unicode code points.
    Source: OASIS SARIF 2.1.0.
    """
    codes = sorted({problem.code for problem in report.problems})
    driver: JsonObject = {
        "name": "ace lint",
        "version": version("ace-optimizer"),
        "rules": [_rule(code, _level_of(code, report)) for code in codes],
    }
    invocation: JsonObject = {
        "executionSuccessful": True,
        "toolExecutionNotifications": [{"level": "note", "message": _message(note)} for note in report.notes],
    }
    run: JsonObject = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [_result(problem, codes.index(problem.code)) for problem in report.problems],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


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
    place: JsonObject = {
        "artifactLocation": {"uri": quote_from_bytes(os.fsencode(problem.path))},
        "region": {"startLine": problem.line, "startColumn": problem.column},
    }
    # Without the line: moving a problem makes no new alert of it.
    mark = sha256("\0".join((problem.path, problem.code, problem.message)).encode("utf-8", "backslashreplace"))
    return {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": problem.severity,
        "message": _message(problem.message),
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"problem/v1": mark.hexdigest()},
    }


def _message(text: str) -> JsonObject:
    visible = escape_text(text)
    return {"text": _LINK.sub(r"\\\g<0>", visible) if "](" in visible else visible}
