"""A proposal that was pushed, and then written again or closed; the remote's own refusals are in the git matrix."""

from pathlib import Path

import pytest

from ace.cycle.proposal_push import push_again, remove_there
from ace.review.errors import PushRejectedError
from ace.review.git_refs import ref_commit
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.push import push_branch
from tests.ace.cycle.one_proposal import make_repository, opened, refreshed
from tests.ace.review.playbook_repository import OLD_RULE, RULE_PATH, Repository, make_evidence


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with one open proposal, and a bare remote."""
    made = make_repository(tmp_path)
    made.git("clone", "-q", "--bare", str(made.path), str(tmp_path / "bare.git"))
    made.git("remote", "add", "origin", str(tmp_path / "bare.git"))
    opened(made, make_evidence(made.git("rev-parse", "main")))
    return made


def _one(repository: Repository) -> Proposal:
    (found,) = list_proposals(repository.path)
    return found


def _there(repository: Repository, branch: str) -> str:
    return ref_commit(repository.path.parent / "bare.git", f"refs/heads/{branch}")


def test_only_what_was_pushed_is_pushed_again(repository: Repository) -> None:
    before = _one(repository)
    repository.commit(**{RULE_PATH: OLD_RULE.replace(b"Query", b"Ask")})
    refreshed(repository)
    now = _one(repository)
    assert push_again(repository.path, "origin", before, now) == "not at origin, so not pushed"
    repository.git("push", "-q", "origin", f"{before.commit}:refs/heads/{before.branch}")
    assert push_again(repository.path, "origin", before, now) == f"pushed to origin, over {before.commit[:12]}"
    assert _there(repository, now.branch) == now.commit
    assert push_again(repository.path, "origin", before, now) == "at origin already"


def test_a_closed_proposal_goes_at_the_remote_too(repository: Repository) -> None:
    one = _one(repository)
    assert remove_there(repository.path, "origin", one) == ""
    push_branch(repository.path, "origin", one.branch, expected="")
    assert remove_there(repository.path, "origin", one) == f"deleted at origin, where it was at {one.commit[:12]}"
    assert _there(repository, one.branch) == ""


def test_a_persons_commit_at_the_remote_stays(repository: Repository) -> None:
    one = _one(repository)
    repository.git("checkout", "-q", "-b", "theirs", one.commit)
    theirs = repository.commit(note=b"by a person")
    repository.git("push", "-q", "origin", f"HEAD:refs/heads/{one.branch}")
    for _ in range(2):
        with pytest.raises(PushRejectedError, match="a person has worked on it there"):
            remove_there(repository.path, "origin", one)
    assert _there(repository, one.branch) == theirs
