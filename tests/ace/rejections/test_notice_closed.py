"""A branch somebody deleted is a decision; whatever else makes it be gone is none."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ace.rejections.known_rejections import known_rejections
from ace.rejections.notice_closed import ClosedRequest, notice_closed, notice_closed_requests
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.rejections.withdraw import withdraw_rejection
from ace.review.proposal_branches import Proposal
from tests.ace.rejections.rejecting import open_edit, open_one, person_commits, session_on, state_of
from tests.ace.review.playbook_repository import NEW_RULE, RULE_PATH, Repository


def delete(repository: Repository, proposal: Proposal) -> None:
    """Delete a branch as a person would."""
    repository.git("branch", "-q", "-D", proposal.branch)


def test_a_deleted_branch_is_noticed_once_and_expires(repository: Repository) -> None:
    gone, stays = open_one(repository), open_one(repository, "add")
    delete(repository, gone)
    before = state_of(repository)
    (one,) = notice_closed(session_on(repository.path, deleted_expires_days=30))
    assert (one.fingerprint, one.reason, one.expires) == (gone.fingerprint, "its branch was deleted", "2026-12-30")
    assert (one.by, one.cluster, one.text) == ("who deleted the branch", "c-1f9a", one.text)
    assert state_of(repository) == before
    assert notice_closed(session_on(repository.path)) == ()
    assert known_rejections(repository.path, repository.git("rev-parse", "main")) == (one,)
    assert repository.git("rev-parse", stays.branch) == stays.commit


def _merged(repository: Repository, proposal: Proposal) -> None:
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "merge", "-q", "--no-ff", proposal.branch)
    delete(repository, proposal)


def _squashed(repository: Repository, proposal: Proposal) -> None:
    repository.git("merge", "-q", "--squash", proposal.branch)
    repository.commit()
    delete(repository, proposal)


def _rebased(repository: Repository, proposal: Proposal) -> None:
    repository.commit(**{"other.txt": b"x"})
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "cherry-pick", proposal.branch)
    delete(repository, proposal)


def _squashed_and_edited_since(repository: Repository, proposal: Proposal) -> None:
    _squashed(repository, proposal)
    repository.commit(**{RULE_PATH: NEW_RULE.replace(b"priority: 40", b"priority: 30")})


def _by_hand(repository: Repository, proposal: Proposal) -> None:
    repository.commit(**{RULE_PATH: NEW_RULE})
    delete(repository, proposal)


def _reverted(repository: Repository, proposal: Proposal) -> None:
    _merged(repository, proposal)
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "revert", "--no-edit", "-m", "1", "HEAD")


def _rejected_and_withdrawn(repository: Repository, proposal: Proposal) -> None:
    session = session_on(repository.path)
    reject_proposal(session, RejectRequest(proposal.id, "not so"))
    withdraw_rejection(session, proposal.id)


def _followed_by_another(repository: Repository, proposal: Proposal) -> None:
    delete(repository, proposal)
    open_edit(repository, NEW_RULE.replace(b"priority: 40", b"priority: 30"), when="2026-11-21T12:00:00Z")


def _unreadable(repository: Repository, proposal: Proposal) -> None:
    delete(repository, proposal)
    repository.git("update-ref", f"refs/ace/opened/{proposal.id}", "main")


def _still_there(repository: Repository, proposal: Proposal) -> None:
    person_commits(repository, proposal.branch)


def _at_the_remote_only(repository: Repository, proposal: Proposal) -> None:
    there = repository.path.parent / "there.git"
    repository.git("clone", "-q", "--bare", ".", str(there))
    repository.git("remote", "add", "origin", str(there))
    repository.git("fetch", "-q", "origin")
    delete(repository, proposal)


@pytest.mark.parametrize(
    "happened",
    [
        _merged, _squashed, _rebased, _squashed_and_edited_since, _by_hand, _reverted, _rejected_and_withdrawn,
        _followed_by_another, _unreadable, _still_there, _at_the_remote_only,
    ],
)  # fmt: skip
def test_what_is_no_decision_closes_nothing(
    repository: Repository, happened: Callable[[Repository, Proposal], None]
) -> None:
    happened(repository, open_one(repository))
    before = repository.git("for-each-ref")
    assert notice_closed(session_on(repository.path)) == ()
    assert repository.git("for-each-ref") == before


def shared(repository: Repository) -> Repository:
    """Return the bare repository that `repository` now pushes to as `origin`."""
    there = repository.path.parent / "shared.git"
    repository.git("clone", "-q", "--bare", ".", str(there))
    repository.git("remote", "add", "origin", str(there))
    return Repository(there)


def test_a_fresh_clone_that_never_had_branches_of_its_own_closes_nothing(
    repository: Repository, tmp_path: Path
) -> None:
    open_one(repository)
    shared(repository)
    repository.git("push", "-q", "origin", "refs/ace/opened/*:refs/ace/opened/*")
    repository.git("clone", "-q", str(tmp_path / "shared.git"), str(tmp_path / "fresh"))
    fresh = Repository(tmp_path / "fresh")
    assert notice_closed(session_on(fresh.path)) == ()
    fresh.git("fetch", "-q", "origin", "refs/ace/opened/*:refs/ace/opened/*")
    assert notice_closed(session_on(fresh.path, remote="origin")) == ()


def test_with_a_remote_it_must_be_gone_there_too_and_the_remote_must_answer(repository: Repository) -> None:
    proposal = open_one(repository)
    there = shared(repository)
    delete(repository, proposal)
    session = session_on(repository.path, remote="origin")
    assert notice_closed(session) == (), "its branch is still at the remote"
    there.git("update-ref", "-d", f"refs/heads/{proposal.branch}")
    repository.git("remote", "set-url", "origin", str(there.path / "nowhere"))
    assert notice_closed(session) == (), "the remote gives no answer"
    repository.git("remote", "set-url", "origin", str(there.path))
    assert [one.fingerprint for one in notice_closed(session)] == [proposal.fingerprint]


def test_what_was_merged_at_the_remote_and_not_fetched_yet_closes_nothing(
    repository: Repository, tmp_path: Path
) -> None:
    proposal = open_one(repository)
    there = shared(repository)
    repository.git("clone", "-q", str(there.path), str(tmp_path / "colleague"))
    colleague = Repository(tmp_path / "colleague")
    colleague.git("merge", "-q", "--squash", f"origin/{proposal.branch}")
    colleague.commit()
    colleague.git("push", "-q", "origin", "main", f":{proposal.branch}")
    delete(repository, proposal)
    session = session_on(repository.path, remote="origin")
    assert notice_closed(session) == ()
    repository.git("fetch", "-q", "origin")
    assert notice_closed(session) == (), "fetched, though main here is still behind"


def test_one_that_is_proposed_again_after_its_day_and_deleted_again_is_noticed_again(repository: Repository) -> None:
    delete(repository, open_one(repository))
    assert len(notice_closed(session_on(repository.path))) == 1
    delete(repository, open_one(repository, when="2027-03-10T12:00:00Z"))
    assert len(notice_closed(session_on(repository.path, "2027-03-20"))) == 1
    assert notice_closed(session_on(repository.path, "2027-03-20")) == ()


def test_a_closed_request_is_rejected_with_its_reason_as_data_and_its_branch_goes(repository: Repository) -> None:
    proposal = open_one(repository)
    said = "no\x1b[31m\n---\nby: forged \u202e" + "x" * 5000
    closed = ClosedRequest(proposal.id, said, "octo\u200bcat", "https://example.org/pull/7")
    (one,) = notice_closed_requests(session_on(repository.path), [closed, ClosedRequest("0" * 12)])
    assert one.reason.startswith("no [31m --- by: forged x")
    assert len(one.reason) == 800
    assert (one.by, one.expires) == ("who closed the request", "2027-02-28")
    assert "ace/p/" not in repository.git("branch", "--format=%(refname:short)")
    assert notice_closed_requests(session_on(repository.path), [closed]) == ()


def test_a_secret_that_somebody_pasted_is_not_committed(repository: Repository) -> None:
    secret = "ghp_" + "a1B2" * 9
    closed = ClosedRequest(open_one(repository).id, f"see {secret}", "lead", f"https://bob:{secret}@example.org/7")
    (one,) = notice_closed_requests(session_on(repository.path), [closed])
    assert secret not in str(one)
    assert one.reason.startswith("see [redacted:github-token] (https://bob:")


@pytest.mark.parametrize(("reason", "shown"), [("", "its pull request was closed"), ("too strict", "too strict")])
def test_a_closed_request_names_its_address_and_who_closed_it(repository: Repository, reason: str, shown: str) -> None:
    proposal = open_one(repository)
    closed = ClosedRequest(proposal.id, reason, "lead", "https://example.org/pull/7")
    (one,) = notice_closed_requests(session_on(repository.path), [closed])
    assert (one.reason, one.by) == (f"{shown} (https://example.org/pull/7)", "lead")


def test_a_closed_request_of_what_was_merged_or_worked_on_keeps_the_branch(repository: Repository) -> None:
    merged, worked = open_one(repository), open_one(repository, "add")
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "merge", "-q", "--no-ff", merged.branch)
    person_commits(repository, worked.branch)
    closed = [ClosedRequest(merged.id), ClosedRequest(worked.id)]
    found = notice_closed_requests(session_on(repository.path), closed)
    assert [one.fingerprint for one in found] == [worked.fingerprint]
    assert repository.git("branch", "--format=%(refname:short)").split() == sorted(
        ["ace/rejected", "main", merged.branch, worked.branch]
    )


def test_what_our_push_left_of_a_branch_that_is_gone_there_goes_and_a_persons_work_stays(
    repository: Repository,
) -> None:
    ours, theirs = open_one(repository), open_one(repository, "add")
    there = shared(repository)
    repository.git("fetch", "-q", "origin")
    work = person_commits(repository, theirs.branch)
    repository.git("push", "-q", "origin", theirs.branch)
    for proposal in (ours, theirs):
        delete(repository, proposal)
        there.git("update-ref", "-d", f"refs/heads/{proposal.branch}")
    session = session_on(repository.path, remote="origin")
    assert {one.fingerprint for one in notice_closed(session)} == {ours.fingerprint, theirs.fingerprint}
    assert repository.git("for-each-ref", "--format=%(objectname)", "refs/remotes/origin/ace").split() == [work]
    assert notice_closed(session) == ()


def test_a_branch_that_another_remote_had_when_it_was_last_fetched_is_not_gone(repository: Repository) -> None:
    proposal = open_one(repository)
    there = shared(repository)
    repository.git("update-ref", f"refs/remotes/fork/{proposal.branch}", proposal.commit)
    delete(repository, proposal)
    there.git("update-ref", "-d", f"refs/heads/{proposal.branch}")
    assert notice_closed(session_on(repository.path, remote="origin")) == ()
