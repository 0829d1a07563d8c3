"""The SARIF form of a lint report, held to what the standard requires."""

import json
from typing import Any
from urllib.parse import unquote

from ace.playbook.lint_codes import CODES
from ace.playbook.lint_report import LintReport
from ace.report.lint_sarif import lint_sarif
from runtime.rules.problem import Problem
from tests.ace.report.linting import EVIL_PATH, HOSTILE, ORDINARY, PATH

# Object -> the properties SARIF 2.1.0 requires of it.
REQUIRED = {
    "log": {"version", "runs"},
    "run": {"tool"},
    "driver": {"name"},
    "rule": {"id"},
    "result": {"message"},
    "notification": {"message"},
    "invocation": {"executionSuccessful"},
}
# Object -> every property used here; anything else would be refused by the standard's schema.
ALLOWED = {
    "log": {"$schema", "version", "runs"},
    "run": {"tool", "columnKind", "invocations", "results"},
    "driver": {"name", "version", "rules"},
    "rule": {"id", "shortDescription", "help", "defaultConfiguration"},
    "result": {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"},
    "notification": {"level", "message"},
    "invocation": {"executionSuccessful", "toolExecutionNotifications"},
}
LEVELS = {"none", "note", "warning", "error"}


def sarif(report: LintReport) -> dict[str, Any]:
    """Return the log as a reader gets it, every object checked."""
    log: dict[str, Any] = json.loads(json.dumps(lint_sarif(report)))
    run = log["runs"][0]
    driver, invocation = run["tool"]["driver"], run["invocations"][0]
    objects = [("log", log), ("run", run), ("driver", driver), ("invocation", invocation)]
    objects += [("rule", item) for item in driver["rules"]]
    objects += [("result", item) for item in run["results"]]
    objects += [("notification", item) for item in invocation["toolExecutionNotifications"]]
    for kind, item in objects:
        assert REQUIRED[kind] <= item.keys() <= ALLOWED[kind], kind
        assert item.get("level", "note") in LEVELS
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert set(result["message"]) == {"text"}
        region = result["locations"][0]["physicalLocation"]["region"]
        assert min(region["startLine"], region["startColumn"]) >= 1
    return log


def test_it_is_version_2_1_0_with_a_rule_a_code() -> None:
    log = sarif(ORDINARY)
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["condition-field", "id", "same-text"]
    assert rules[1]["help"]["text"] == f"{CODES['id'].meaning} {CODES['id'].remedy}"
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["error", "error", "warning"]


def test_each_problem_is_a_result_at_its_place() -> None:
    run = sarif(ORDINARY)["runs"][0]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": PATH}, "region": {"startLine": 4, "startColumn": 7}}
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning", "error"]
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert notes == [{"level": "note", "message": {"text": "history is shallow: ids are not known"}}]


def test_a_problem_that_moves_keeps_its_fingerprint() -> None:
    def mark(line: int, message: str) -> str:
        report = LintReport({}, (Problem(PATH, line, 1, "id", "error", message),))
        found: str = sarif(report)["runs"][0]["results"][0]["partialFingerprints"]["problem/v1"]
        return found

    assert mark(1, "a") == mark(9, "a") != mark(1, "b")


def test_hostile_text_makes_no_link_no_control_and_no_other_file() -> None:
    result = sarif(HOSTILE)["runs"][0]["results"][0]
    text = result["message"]["text"]
    assert r"\[click\](http" in text
    assert text.isprintable()
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri) == EVIL_PATH
    assert uri.isascii()
    assert not set(uri) & set(" ,%\n\x1b:[]") - {"%"}


def test_every_code_has_a_meaning_and_a_remedy() -> None:
    codes = tuple(Problem(PATH, 1, 1, code, "warning", "x") for code in CODES)
    assert len(sarif(LintReport({}, codes))["runs"][0]["tool"]["driver"]["rules"]) == len(CODES)
