"""Proposals that have no branch any more."""

from pathlib import Path

import pytest

from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.report.show_former import show_former
from ace.review.proposals import OPENED
from tests.ace.rejections.rejecting import make_repository, open_one, session_on
from tests.ace.review.playbook_repository import Repository


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Two rules on main."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return make_repository(tmp_path / "repo")


def test_a_merged_one_is_shown_from_the_reviewed_branch(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "merge", "-q", "--no-ff", proposal.branch)
    repository.git("branch", "-q", "-D", proposal.branch)
    repository.git("update-ref", "-d", OPENED + proposal.id)
    former = show_former(session_on(repository.path), proposal.id[:6])
    assert former is not None
    assert (former.state, former.commit) == ("merged", repository.git("rev-parse", "main"))
    assert "{+and read what it returned+}" in former.text
    assert former.value["state"] == "merged"


def test_a_rejected_one_is_shown_with_the_reason(repository: Repository) -> None:
    proposal = open_one(repository)
    reject_proposal(session_on(repository.path), RejectRequest(proposal.id, "not so", by="lead"))
    former = show_former(session_on(repository.path), proposal.branch)
    assert former is not None
    assert (former.state, former.commit) == ("rejected", proposal.commit)
    assert "rejected  2026-11-30 by lead, for good: not so" in former.text
    assert "{+and read what it returned+}" in former.text


def test_one_whose_branch_was_deleted_is_shown_as_it_was_opened(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("branch", "-q", "-D", proposal.branch)
    former = show_former(session_on(repository.path), proposal.id)
    assert former is not None
    assert (former.state, former.commit) == ("opened once; its branch is gone", proposal.commit)


def test_what_never_was_is_none(repository: Repository) -> None:
    assert show_former(session_on(repository.path), "0" * 12) is None
    assert show_former(session_on(repository.path), "no-id") is None
