"""Whose commit the remote's branch is at."""

from ace.forges.remote_branch import read_remote_branch
from ace.review.proposal_branches import read_branch
from tests.ace.forges.conftest import Opening


def test_a_branch_that_is_not_there(opening: Opening, proposal: str) -> None:
    there = read_remote_branch(opening.repository.path, "origin", read_branch(opening.repository.path, proposal))
    assert there == ("", True)


def test_an_older_commit_of_a_cycle_is_ours(opening: Opening, proposal: str) -> None:
    opening.repository.git("push", "-q", "origin", f"ace/p/{proposal}")
    old = opening.state.tip(f"ace/p/{proposal}")
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.propose("edit", verdict_reason="Measured once more.")
    there = read_remote_branch(opening.repository.path, "origin", read_branch(opening.repository.path, proposal))
    assert there == (old, True)


def test_a_persons_commit_is_fetched_and_known_and_no_ref_moves_here(opening: Opening, proposal: str) -> None:
    opening.repository.git("push", "-q", "origin", f"ace/p/{proposal}")
    theirs = opening.person_commits(proposal)
    refs = opening.repository.git("for-each-ref")
    there = read_remote_branch(opening.repository.path, "origin", read_branch(opening.repository.path, proposal))
    assert there == (theirs, False)
    assert opening.repository.git("for-each-ref") == refs


def test_an_amended_commit_is_a_persons(opening: Opening, proposal: str) -> None:
    path = opening.repository.path
    name = f"ace/p/{proposal}"
    opening.repository.git("worktree", "add", "-q", str(path.parent / "amend"), name)
    identity = ("-c", "user.name=p", "-c", "user.email=p@example.org")
    opening.repository.git("-C", str(path.parent / "amend"), *identity, "commit", "-q", "--amend", "--no-edit")
    opening.repository.git("push", "-q", "origin", name)
    assert not read_remote_branch(path, "origin", read_branch(path, proposal)).is_ours
