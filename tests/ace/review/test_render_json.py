"""`ace diff --format json`."""

import json

import pytest

from ace.review.build_diff import build_diff
from ace.review.proposals import open_proposal
from ace.review.render_diff import DiffOptions
from ace.review.render_json import render_json
from ace.review.report import DiffItem, DiffReport
from tests.ace.review.playbook_repository import BOT, MERGE, NEW_RULE, RULE_ID, RULE_PATH, Repository, make_evidence


@pytest.fixture
def report(repository: Repository) -> DiffReport:
    """One open proposal."""
    evidence = make_evidence(repository.git("rev-parse", "main"))
    open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    return build_diff(repository.path, None, "playbooks/tutor")


def test_one_document_with_its_version(report: DiffReport) -> None:
    document = json.loads(render_json(report, DiffOptions(traces=True)))
    assert list(document) == ["schema_version", "base", "run", "proposals", "rejected", "plan"]
    assert document["schema_version"] == 2
    assert document["base"] == {"name": "main", "commit": report.base_commit, "fresh": True, "head": None}
    (proposal,) = document["proposals"]
    assert (proposal["rule_id"], proposal["verdict"], proposal["fresh"], proposal["problems"]) == (
        RULE_ID,
        "confirmed",
        True,
        [],
    )
    assert proposal["changes"][0]["fields"][1] == {
        "name": "require",
        "before": None,
        "after": "state.retrieval.queried",
    }
    assert proposal["evidence"]["trials"][0]["e_value"] == 31.72
    assert proposal["evidence"]["quotes"][0]["text"] == "I looked it up on the web."
    assert (proposal["failed_guards"], proposal["changes"][0]["line"]) == ([], 5)
    merge = f"`git merge --no-ff ace/p/{proposal['id']}` on main takes it"
    assert proposal["next"] == [{"why": "ready", "text": merge}]
    assert document["plan"]["verdicts"] == {"confirmed": 1}
    assert (document["plan"]["unreadable"], document["plan"]["problems"]) == (0, 0)


def test_what_was_not_verified_is_nowhere_called_confirmed(report: DiffReport) -> None:
    item = DiffItem(report.items[0].proposal, evidence=report.items[0].evidence, problems=("x",))
    document = json.loads(render_json(DiffReport("main", "a" * 40, True, (item,))))
    (proposal,) = document["proposals"]
    assert (proposal["verdict"], proposal["evidence"]["verdict"]) == ("unverified (says confirmed)",) * 2
    assert (document["plan"]["verdicts"], document["plan"]["problems"]) == ({"unverified (says confirmed)": 1}, 1)


def test_options_leave_out_what_was_not_asked_for(report: DiffReport) -> None:
    assert json.loads(render_json(report))["proposals"][0]["evidence"]["quotes"] == []
    assert json.loads(render_json(report, DiffOptions(evaluation=False)))["proposals"][0]["evidence"] is None


def test_no_hidden_character_reaches_a_terminal() -> None:
    text = render_json(DiffReport("main", "a" * 40, True, (DiffItem(None, problems=("\x1b\u202eé",)),)))
    assert text.isascii()
    assert "\x1b" not in text
    assert json.loads(text)["proposals"][0]["problems"] == ["\x1b\u202eé"]


def test_a_merge_names_what_goes(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"), "merge")
    open_proposal(repository.path, "main", MERGE, evidence, BOT)
    document = json.loads(render_json(build_diff(repository.path, None, "playbooks/tutor")))
    (proposal,) = document["proposals"]
    assert (proposal["op"], proposal["merges"], proposal["problems"]) == ("merge", ["misc.old-greeting"], [])
    assert [(one["rule_id"], one["kind"], one["merged_into"]) for one in proposal["changes"]] == [
        (RULE_ID, "edited", None),
        ("misc.old-greeting", "deleted", RULE_ID),
    ]
    assert (document["plan"]["change"], document["plan"]["delete"], document["plan"]["merged"]) == (1, 1, 1)
    assert proposal["evidence"]["merged"] == ["misc.old-greeting"]
