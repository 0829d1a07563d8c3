"""A rule's life as lines and as JSON."""

import json
from pathlib import Path

import pytest

from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.report.rule_log import RuleLog, rule_log
from ace.report.rule_log_json import rule_log_json
from ace.report.rule_log_text import rule_log_text
from tests.ace.rejections.rejecting import make_repository, open_one, session_on
from tests.ace.review.playbook_repository import NEW_RULE, RULE_ID, RULE_PATH, Repository


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Two rules on main."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return make_repository(tmp_path / "repo")


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RuleLog:
    """The log of a rule that was merged, edited by a person, and about which one proposal was rejected."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    repository = make_repository(tmp_path / "repo")
    proposal, other = open_one(repository), open_one(repository, "merge")
    repository.git(
        "-c", "user.name=re\x1bviewer", "-c", "user.email=r@x.org", "merge", "-q", "--no-ff", proposal.branch
    )
    repository.commit(**{RULE_PATH: NEW_RULE.replace(b"priority: 40", b"priority: 30")})
    session = session_on(repository.path)
    reject_proposal(session, RejectRequest(other.id, "two rules\nare clearer"))
    return rule_log(session, RULE_ID)


def test_each_event_says_where_it_came_from_and_what_it_did(log: RuleLog) -> None:
    text = rule_log_text(log)
    assert text.splitlines()[0] == f"{RULE_ID}   on main: {RULE_PATH}   2 edits, 1 of them by a person"
    for part in (
        "cluster c-1f9a, 14 failures in 9 samples, run r-0001, proposed 2026-11-20; merged by re\\x1bviewer in ",
        "[-first-]{+and read what it returned+}",
        "held-out    success 61.7% -> 69.2% (+7.5), n=400, e 31.7",
        "(a person's own change): by the user",
        "priority  [-40-]{+30+}",
        "rejected   merge ace/p/",
        "for good: two rules are clearer",
    ):
        assert part in text, part
    assert "\x1b" not in text


def test_of_a_fast_forward_nobody_is_said_to_have_merged_it(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    text = rule_log_text(rule_log(session_on(repository.path), RULE_ID))
    assert f"merged by fast-forward in {proposal.commit[:12]}: git does not record who (git merge --no-ff does)" in text


def test_json_holds_the_same(log: RuleLog) -> None:
    value = json.loads(json.dumps(rule_log_json(log)))
    assert [one["origin"] for one in value["events"]] == ["person", "proposal", "person"]
    proposal = value["events"][1]["proposal"]
    assert (proposal["cluster"]["id"], proposal["figures"][0]["e_value"]) == ("c-1f9a", 31.72)
    assert value["rejections"][0]["state"] == "in force"
