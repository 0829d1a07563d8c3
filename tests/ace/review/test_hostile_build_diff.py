"""Branches made to mislead a reviewer."""

import json

import pytest

from ace.review.build_diff import build_diff
from ace.review.commit_message import proposal_message
from ace.review.evidence import EvidenceRecord, dump_evidence, evidence_path
from ace.review.fingerprint import fingerprint
from ace.review.git_plumbing import commit_files
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import open_proposal
from ace.review.render_diff import DiffOptions, render_diff
from ace.review.render_json import render_json
from ace.review.render_markdown import render_markdown
from ace.review.report import DiffReport, exit_code
from ace.review.show import render_proposal
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import (
    BOT,
    GREETING_PATH,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
    make_evidence,
)

FOLDER = "playbooks/tutor"


def _forge(
    repository: Repository, parent: str, record: EvidenceRecord, rule: bytes = NEW_RULE, **files: bytes | None
) -> None:
    """Write a branch as a cycle would, but with any parent, record and rule."""
    path = repository.path
    changes = {RULE_PATH: rule, evidence_path(record.proposal): dump_evidence(record), **files}
    mark = fingerprint("edit", RULE_ID, parse_rule(NEW_RULE, RULE_PATH))
    commit = commit_files(path, parent, changes, proposal_message(record, mark, "body"), BOT)
    repository.git("update-ref", f"refs/heads/ace/p/{record.proposal}", commit)


def _all_formats(report: DiffReport) -> list[str]:
    options = DiffOptions(stat=True)
    shown = [render_diff(report), render_diff(report, options), render_markdown(report)]
    return [*shown, render_markdown(report, options), render_json(report), render_proposal(report.items[0])]


@pytest.mark.parametrize("says", ["side", "main"])
def test_a_forged_base_hides_no_deletion(repository: Repository, says: str) -> None:
    main = repository.git("rev-parse", "main")
    side = commit_files(repository.path, main, {GREETING_PATH: None}, "clean up", BOT)
    _forge(repository, side, make_evidence(side if says == "side" else main))
    report = build_diff(repository.path, None, FOLDER)
    (item,) = report.items
    assert [(change.kind, change.rule_id) for change in item.changes] == [
        ("deleted", "misc.old-greeting"),
        ("edited", RULE_ID),
    ]
    problems = "\n".join(item.problems)
    assert ("which is not on the reviewed branch" in problems) is (says == "side")
    assert "brings 2 commits, where a cycle writes one" in problems
    assert "alone, but this also changes misc.old-greeting" in problems
    assert (report.plan.delete, exit_code(report)) == (1, 1)
    assert all("misc.old-greeting" in text and "unverified (says confirmed)" in text for text in _all_formats(report))


def test_a_base_that_is_an_old_commit_of_main_is_no_lie(repository: Repository) -> None:
    base = repository.git("rev-parse", "main")
    _forge(repository, base, make_evidence(base))
    repository.commit(**{GREETING_PATH: b"schema: 1\n"})
    (item,) = build_diff(repository.path, None, FOLDER).items
    assert (item.problems, item.is_stale, [change.rule_id for change in item.changes]) == ((), True, [RULE_ID])


def test_a_base_that_claims_to_be_the_tip_is_not_fresh(repository: Repository) -> None:
    parent = repository.git("rev-parse", "main")
    tip = repository.commit(README=b"x")
    _forge(repository, parent, make_evidence(tip))
    (item,) = build_diff(repository.path, None, FOLDER).items
    assert item.is_stale


def test_a_text_amended_under_our_name_is_not_what_was_measured(repository: Repository) -> None:
    main = repository.git("rev-parse", "main")
    _forge(repository, main, make_evidence(main), NEW_RULE.replace(b"and read what it returned", b"never"))
    report = build_diff(repository.path, None, FOLDER)
    (item,) = report.items
    assert item.proposal is not None
    assert item.proposal.is_untouched
    assert "the figures are of another text" in item.problems[0]
    for text in _all_formats(report):
        assert "unverified (says confirmed)" in text
        assert "of another text" in text
    assert exit_code(report) == 1


def test_a_history_of_its_own_cannot_be_merged(repository: Repository) -> None:
    main = repository.git("rev-parse", "main")
    person = ("-c", "user.name=u", "-c", "user.email=u@example.org")
    alone = repository.git(*person, "commit-tree", "-m", "alone", f"{main}^{{tree}}")
    _forge(repository, alone, make_evidence(alone))
    (item,) = build_diff(repository.path, None, FOLDER).items
    assert "shares no commit with the reviewed branch" in item.problems[0]


@pytest.mark.parametrize("side", ["edit", "base"])
def test_a_rule_made_unreadable_is_neither_deleted_nor_added(repository: Repository, side: str) -> None:
    if side == "base":
        repository.commit(**{RULE_PATH: b"broken: ["})
    main = repository.git("rev-parse", "main")
    _forge(repository, main, make_evidence(main), b"id: [" if side == "edit" else NEW_RULE)
    report = build_diff(repository.path, None, FOLDER)
    assert [change.kind for change in report.items[0].changes] == ["unreadable"]
    assert report.plan[:3] == (0, 0, 0)
    text, stat, markdown, short, data, shown = _all_formats(report)
    for plan in (text, stat, markdown, short):
        assert "0 to add, 0 to change, 0 to delete" in plan
        assert "unreadable 1   problems 1" in plan
    assert f"! {RULE_ID}    {RULE_PATH}" in text
    assert f"! {RULE_ID}   +0 -0 words   cannot be read   unverified (says confirmed)" in stat
    assert f"### ! `{RULE_ID}`" in markdown
    assert f"- ! `{RULE_ID}`" in short
    assert json.loads(data)["proposals"][0]["changes"][0]["kind"] == "unreadable"
    for full in (markdown, shown):
        assert "the rule cannot be read" in full
        assert "[-" not in full


def test_of_a_range_the_evidence_of_the_last_text_is_shown(repository: Repository) -> None:
    main = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, make_evidence(main), BOT)
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    older = make_evidence(main, proposal="0" * 12)
    repository.commit(**{evidence_path("0" * 12): dump_evidence(older)})
    (item,) = build_diff(repository.path, None, FOLDER, f"{main}..main").items
    assert (item.evidence, item.problems) == (make_evidence(main), ())
    repository.commit(**{RULE_PATH: NEW_RULE.replace(b"and read", b"or not")})
    (item,) = build_diff(repository.path, None, FOLDER, f"{main}..main").items
    assert "of another text" in item.problems[0]
    assert item.verdict == "unverified (says confirmed)"


def test_an_open_proposal_is_not_hidden_by_a_file_of_its_name(repository: Repository) -> None:
    main = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, make_evidence(main), BOT)
    for data in (b"{}", dump_evidence(make_evidence(main))):
        repository.commit(**{evidence_path(proposal.id): data})
        assert [item.is_merged for item in list_proposals(repository.path)] == [False]
    repository.commit(**{RULE_PATH: NEW_RULE})
    assert [item.is_merged for item in list_proposals(repository.path)] == [True]


def test_a_squashed_and_reverted_proposal_is_open_again(repository: Repository) -> None:
    main = repository.git("rev-parse", "main")
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, make_evidence(main), BOT)
    repository.git("merge", "-q", "--squash", proposal.branch)
    repository.commit()
    repository.commit(**{RULE_PATH: OLD_RULE})
    (found,) = list_proposals(repository.path)
    assert isinstance(found, Proposal)
    assert not found.is_merged
