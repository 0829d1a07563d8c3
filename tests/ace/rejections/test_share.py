"""Decisions sent to the remote, and what is refused there."""

from pathlib import Path

import pytest

from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.rejections.withdraw import withdraw_rejection
from ace.review.errors import PushRejectedError
from tests.ace.rejections.rejecting import make_repository, open_one, session_on
from tests.ace.review.playbook_repository import Repository


@pytest.fixture
def shared(repository: Repository) -> Repository:
    """The bare repository that `repository` has as origin, with its proposals."""
    open_one(repository)
    open_one(repository, "add")
    there = repository.path.parent / "there.git"
    repository.git("clone", "-q", "--bare", ".", str(there))
    repository.git("remote", "add", "origin", str(there))
    repository.git("fetch", "-q", "origin")
    return Repository(there)


def refs(repository: Repository) -> list[str]:
    """Return the branches."""
    return repository.git("branch", "--format=%(refname:short)").split()


def test_push_sends_the_decision_and_deletes_the_branch_there(repository: Repository, shared: Repository) -> None:
    session = session_on(repository.path)
    done = reject_proposal(session, RejectRequest("tools.retrieve-before-web", "not wanted", push=True))
    mark = done.rejection.fingerprint[:12]
    assert done.shared == f"ace/rejected pushed to origin; ace/p/{mark} deleted there"
    assert shared.git("rev-parse", "ace/rejected") == done.commit
    assert f"ace/p/{mark}" not in refs(shared)
    assert len(refs(shared)) == 3
    back = withdraw_rejection(session, mark, push=True)
    assert shared.git("rev-parse", "ace/rejected") == back.commit


def test_a_branch_that_was_moved_there_is_left(repository: Repository, shared: Repository) -> None:
    name = next(ref for ref in refs(shared) if ref.startswith("ace/p/"))
    shared.git("branch", "-f", name, "main")
    done = reject_proposal(session_on(repository.path), RejectRequest(name, "not wanted", push=True))
    assert done.shared.endswith(f"{name} is left there, it was moved since")


def test_decisions_that_are_not_here_are_not_overwritten(
    repository: Repository, shared: Repository, tmp_path: Path
) -> None:
    shared.git("branch", "ace/rejected", make_stranger(shared, tmp_path))
    first, second = (ref for ref in refs(repository) if ref.startswith("ace/p/"))
    session = session_on(repository.path)
    with pytest.raises(PushRejectedError, match="holds decisions at 'origin' that are not here"):
        reject_proposal(session, RejectRequest(first, "not wanted", push=True))
    repository.git("fetch", "-q", "origin")
    assert reject_proposal(session, RejectRequest(second, "not wanted", push=True)).shared


def make_stranger(shared: Repository, tmp_path: Path) -> str:
    """Return a commit at the remote that no one here has."""
    other = make_repository(tmp_path / "other")
    other.git("fetch", "-q", str(shared.path), "main")
    other.git("switch", "-q", "-c", "rejected", "FETCH_HEAD")
    commit = other.commit(**{".ace/rejected/.gitkeep": b""})
    other.git("push", "-q", str(shared.path), f"{commit}:refs/heads/tmp")
    shared.git("update-ref", "-d", "refs/heads/tmp")
    return commit
