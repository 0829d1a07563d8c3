"""What a remote has now."""

from pathlib import Path

from ace.rejections.remote_branches import reviewed_tips, there_now
from tests.ace.rejections.rejecting import open_one
from tests.ace.review.playbook_repository import Repository


def test_the_remotes_proposals_and_reviewed_branch_are_asked_for(repository: Repository, tmp_path: Path) -> None:
    proposal = open_one(repository)
    there = tmp_path / "there.git"
    repository.git("clone", "-q", "--bare", ".", str(there))
    repository.git("remote", "add", "origin", str(there))
    tip = repository.git("rev-parse", "main")
    assert there_now(repository.path, "origin", "main") == (frozenset({proposal.id}), tip, True)
    assert reviewed_tips(repository.path, "main", tip, "") == (tip,)
    repository.git("clone", "-q", str(there), str(tmp_path / "other"))
    other = Repository(tmp_path / "other")
    newer = other.commit(**{"a.txt": b"a"})
    other.git("push", "-q", "origin", "main")
    found = there_now(repository.path, "origin", "main")
    assert found is not None
    assert (found.reviewed, found.is_fetched) == (newer, False)
    repository.git("fetch", "-q", "origin")
    assert reviewed_tips(repository.path, "main", tip) == (tip, newer)


def test_a_remote_that_gives_no_answer_is_none(repository: Repository) -> None:
    assert there_now(repository.path, "nowhere", "main") is None
