"""`ace diff --format sarif`, held to what the standard requires."""

import json
from typing import Any

import pytest

from ace.review.build_diff import build_diff
from ace.review.diff_model import RuleChange
from ace.review.diff_options import DiffOptions
from ace.review.evidence_stages import GuardRow
from ace.review.proposal_branches import Proposal
from ace.review.proposals import open_proposal
from ace.review.render_sarif import render_sarif
from ace.review.report import DiffItem, DiffReport
from tests.ace.review.playbook_repository import BOT, MERGE, NEW_RULE, RULE_ID, RULE_PATH, Repository, make_evidence

LEVELS = {"note", "warning", "error"}
RESULT = {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"}


def _log(report: DiffReport, options: DiffOptions | None = None) -> dict[str, Any]:
    """Return the log as a reader gets it, every object checked for what SARIF 2.1.0 requires and allows."""
    log: dict[str, Any] = json.loads(render_sarif(report, options or DiffOptions()))
    assert log.keys() == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run.keys() == {"tool", "columnKind", "invocations", "results"}
    driver = run["tool"]["driver"]
    assert driver.keys() == {"name", "version", "rules"}
    assert [rule.keys() for rule in driver["rules"]] == [
        {"id", "shortDescription", "help", "defaultConfiguration"} for _ in driver["rules"]
    ]
    for result in run["results"]:
        assert result.keys() == RESULT
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in LEVELS
        assert result["message"].keys() == {"text"}
        for location in result["locations"]:
            assert location["physicalLocation"]["region"]["startLine"] >= 1
    return log


def _results(report: DiffReport) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = _log(report)["runs"][0]["results"]
    return results


def test_one_result_a_rule_at_its_line_with_the_proposals_fingerprint(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"))
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    (result,) = _results(build_diff(repository.path, None, ""))
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], result["level"]) == ("rule-edited", "note")
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == (RULE_PATH, 5)
    assert NEW_RULE.split(b"\n")[4].startswith(b"text:")
    assert result["partialFingerprints"] == {"proposal/v1": proposal.fingerprint}
    assert result["message"]["text"].startswith(
        f"{RULE_ID} is edited (text, require) on {proposal.branch}. verdict: conf"
    )


def test_a_merge_is_two_results_of_one_fingerprint(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"), "merge")
    open_proposal(repository.path, "main", MERGE, evidence, BOT)
    results = _results(build_diff(repository.path, None, ""))
    assert [result["ruleId"] for result in results] == ["rule-edited", "rule-deleted"]
    assert "merged into tools.retrieve-before-web" in results[1]["message"]["text"]
    assert len({json.dumps(result["partialFingerprints"]) for result in results}) == 1


def _item(verdict: str = "confirmed", *, is_fresh: bool = True, **more: object) -> DiffItem:
    change = RuleChange("edited", "a.b", "p/a/b.yaml", None, None, ())
    proposal = Proposal("0" * 12, "ace/p/0", "c" * 40, fingerprint="f" * 64, verdict=verdict, is_fresh=is_fresh)
    return DiffItem(proposal, (change,), **more)  # type: ignore[arg-type]


GUARDED = make_evidence("a" * 40, verdict="promising", guards=(GuardRow(name="cost", status="failed"),))


@pytest.mark.parametrize(
    ("item", "level"),
    [
        pytest.param(_item(), "note", id="confirmed"),
        pytest.param(_item("promising"), "note", id="promising"),
        pytest.param(_item("no effect"), "warning", id="no effect"),
        pytest.param(_item(is_fresh=False), "warning", id="stale"),
        pytest.param(_item(conflicts=("main",)), "warning", id="conflict"),
        pytest.param(_item(other_files=("Makefile",)), "warning", id="other files"),
        pytest.param(_item("harmful"), "error", id="harmful"),
        pytest.param(_item(evidence=GUARDED), "error", id="a guard failed"),
        pytest.param(_item(problems=("x",)), "error", id="a problem"),
        pytest.param(DiffItem(None, _item().changes), "warning", id="nobody measured it"),
    ],
)
def test_the_level_says_how_careful_to_be(item: DiffItem, level: str) -> None:
    (result,) = _results(DiffReport("main", "a" * 40, True, (item,)))
    assert result["level"] == level


def test_what_changes_no_rule_is_a_result_without_a_place() -> None:
    (result,) = _results(
        DiffReport("main", "a" * 40, True, (DiffItem(None, problems=("see [this](http://evil)\x1b",)),))
    )
    assert (result["ruleId"], result["locations"]) == ("rule-problem", [])
    assert result["message"]["text"].endswith(r"problem: see \[this\](http://evil)\x1b")


def test_without_evaluation_no_verdict_is_said() -> None:
    report = DiffReport("main", "a" * 40, True, (_item(),))
    assert "verdict" in render_sarif(report)
    assert "verdict" not in render_sarif(report, DiffOptions(evaluation=False))


def test_nothing_to_review_is_a_log_without_results() -> None:
    assert _results(DiffReport("main", "a" * 40, True, ())) == []
