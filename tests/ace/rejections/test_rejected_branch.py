"""`ace/rejected` moves by compare-and-swap, and no decision is lost."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ace.rejections.rejected_branch import Keeping, commit_rejections, rejected_tips
from ace.review.errors import BranchBlockedError
from tests.ace.review.playbook_repository import BOT, Repository

WHEN = "2026-11-30T12:00:00Z"


def keep(repository: Repository, name: str, data: bytes = b"x\n") -> str:
    """Commit one file."""
    place = Keeping(repository.path, repository.git("rev-parse", "main"))
    return commit_rejections(place, {f".ace/rejected/{name}.yaml": data}, "Keep it\n", (BOT, WHEN))


def held(repository: Repository) -> list[str]:
    """Return the files the branch holds."""
    return repository.git("ls-tree", "-r", "--name-only", "ace/rejected", ".ace/").split()


def test_the_same_again_makes_no_commit(repository: Repository) -> None:
    assert keep(repository, "a") == keep(repository, "a")
    assert repository.git("rev-list", "--count", "main..ace/rejected") == "1"


def test_decisions_at_the_same_moment_are_all_kept(repository: Repository) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda name: keep(repository, name), "abcd"))
    assert held(repository) == [f".ace/rejected/{name}.yaml" for name in "abcd"]


def test_a_branch_that_is_checked_out_is_not_moved(repository: Repository) -> None:
    keep(repository, "a")
    repository.git("switch", "-q", "ace/rejected")
    with pytest.raises(BranchBlockedError, match="is checked out"):
        keep(repository, "b")


def test_tips_are_one_where_one_holds_the_other(repository: Repository) -> None:
    assert rejected_tips(repository.path, "origin") == ()
    one = keep(repository, "a")
    repository.git("update-ref", "refs/remotes/origin/ace/rejected", one)
    two = keep(repository, "b")
    assert rejected_tips(repository.path, "origin") == (two,)
    repository.git("update-ref", "refs/remotes/origin/ace/rejected", two)
    repository.git("update-ref", "refs/heads/ace/rejected", one)
    assert rejected_tips(repository.path, "origin") == (two,)
