"""Branches are created and moved by compare-and-swap only."""

import os
import subprocess
from pathlib import Path

import pytest

from ace.review.errors import BranchBlockedError, BranchMovedError, NoBaseError, ReviewError
from ace.review.git_plumbing import commit_files
from ace.review.git_refs import (
    RefMove,
    branch_tip,
    check_name_is_free,
    create_branch,
    default_branch,
    ref_commit,
    update_ref,
    update_refs,
)
from tests.ace.review.playbook_repository import BOT, Repository


@pytest.fixture
def commits(repository: Repository) -> tuple[str, str]:
    """Two commits on main's tip."""
    first = commit_files(repository.path, "main", {"a": b"1"}, "one", BOT)
    return first, commit_files(repository.path, "main", {"a": b"2"}, "two", BOT)


def test_a_branch_is_created_once(repository: Repository, commits: tuple[str, str]) -> None:
    create_branch(repository.path, "ace/p/1", commits[0])
    assert ref_commit(repository.path, "refs/heads/ace/p/1") == commits[0]
    with pytest.raises(BranchMovedError, match="expected not to exist"):
        create_branch(repository.path, "ace/p/1", commits[1])
    assert ref_commit(repository.path, "refs/heads/ace/p/1") == commits[0]


def test_a_branch_moves_only_from_where_the_caller_saw_it(repository: Repository, commits: tuple[str, str]) -> None:
    ref = "refs/heads/ace/p/1"
    create_branch(repository.path, "ace/p/1", commits[0])
    with pytest.raises(BranchMovedError, match="list the proposals again"):
        update_ref(repository.path, ref, commits[0], commits[1])
    update_ref(repository.path, ref, commits[1], commits[0])
    assert ref_commit(repository.path, ref) == commits[1]


def test_a_symbolic_branch_never_moves_what_it_points_to(repository: Repository, commits: tuple[str, str]) -> None:
    main = repository.git("rev-parse", "main")
    repository.git("symbolic-ref", "refs/heads/ace/p/1", "refs/heads/main")
    update_ref(repository.path, "refs/heads/ace/p/1", commits[0], main)
    assert repository.git("rev-parse", "main") == main


def test_a_checked_out_branch_is_not_moved(repository: Repository, commits: tuple[str, str], tmp_path: Path) -> None:
    create_branch(repository.path, "ace/p/1", commits[0])
    repository.git("worktree", "add", "-q", str(tmp_path / "a place"), "ace/p/1")
    with pytest.raises(BranchBlockedError, match="a place; switch that folder"):
        update_ref(repository.path, "refs/heads/ace/p/1", commits[1], commits[0])


@pytest.mark.parametrize("blocker", ["ace", "ace/p"])
def test_a_branch_name_in_the_way_is_named(repository: Repository, commits: tuple[str, str], blocker: str) -> None:
    repository.git("branch", blocker)
    with pytest.raises(BranchBlockedError, match=f"git branch -m {blocker} {blocker}-old"):
        create_branch(repository.path, "ace/p/1", commits[0])


def test_branches_below_the_name_are_named(repository: Repository, commits: tuple[str, str]) -> None:
    repository.git("branch", "ace/p/1/x")
    with pytest.raises(BranchBlockedError, match="ace/p/1/x"):
        create_branch(repository.path, "ace/p/1", commits[0])


@pytest.mark.parametrize("name", ["a..b", "a b", "a~1", "x.lock", "a\nb"])
def test_names_git_does_not_allow(repository: Repository, commits: tuple[str, str], name: str) -> None:
    with pytest.raises(ReviewError, match="not a name"):
        create_branch(repository.path, name, commits[0])


def test_a_short_ref_is_refused(repository: Repository, commits: tuple[str, str]) -> None:
    with pytest.raises(ReviewError, match="full ref"):
        update_ref(repository.path, "--stdin", commits[0], "0" * 40)


def test_hooks_do_not_see_a_branch_move(repository: Repository, commits: tuple[str, str]) -> None:
    hook = repository.path / ".git" / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    create_branch(repository.path, "ace/p/1", commits[0])
    assert ref_commit(repository.path, "refs/heads/ace/p/1") == commits[0]


@pytest.mark.parametrize("name", ["trunk", "develop"])
def test_the_current_branch_is_reviewed_when_nothing_else_says_so(repository: Repository, name: str) -> None:
    repository.git("branch", "-m", name)
    assert default_branch(repository.path) == name


@pytest.mark.parametrize("current", ["work", "ace/p/785553a20c11", "ace/mine"])
@pytest.mark.parametrize("name", ["main", "master", "trunk"])
def test_the_one_usual_name_comes_before_what_is_checked_out(repository: Repository, name: str, current: str) -> None:
    repository.git("branch", "-m", name)
    repository.git("checkout", "-q", "-b", current)
    assert default_branch(repository.path) == name


def test_of_two_usual_names_the_checked_out_branch_decides(repository: Repository) -> None:
    repository.git("branch", "master")
    repository.git("checkout", "-q", "-b", "work")
    assert default_branch(repository.path) == "work"
    repository.git("checkout", "-q", "-b", "ace/p/785553a20c11")
    with pytest.raises(NoBaseError, match=r"is checked out, but .* nobody has reviewed; .*`branch: main` in ace.yaml"):
        default_branch(repository.path)


def test_a_draft_that_is_checked_out_is_not_reviewed(repository: Repository) -> None:
    repository.git("branch", "-m", "develop")
    repository.git("checkout", "-q", "-b", "ace/p/785553a20c11")
    with pytest.raises(NoBaseError, match="ace/p/785553a20c11"):
        default_branch(repository.path)
    assert default_branch(repository.path, "develop") == "develop"


def test_a_draft_that_is_configured_is_not_reviewed(repository: Repository) -> None:
    repository.git("branch", "ace/p/785553a20c11")
    with pytest.raises(NoBaseError, match="is configured as the reviewed branch, but branches below ace/"):
        default_branch(repository.path, "ace/p/785553a20c11")


def test_a_draft_that_is_the_remotes_head_is_not_reviewed(repository: Repository, tmp_path: Path) -> None:
    repository.git("checkout", "-q", "-b", "ace/p/785553a20c11")
    subprocess.run(["git", "clone", "-q", str(repository.path), str(tmp_path / "clone")], check=True)
    clone = Repository(tmp_path / "clone")
    clone.git("checkout", "-q", "-b", "main", "origin/main")
    with pytest.raises(NoBaseError, match="is the HEAD of remote 'origin'"):
        default_branch(clone.path)
    with pytest.raises(NoBaseError, match="HEAD is whatever is checked out"):
        default_branch(clone.path, "HEAD")
    assert default_branch(clone.path, "main") == "main"


def test_the_remotes_head_comes_before_the_current_branch(repository: Repository, tmp_path: Path) -> None:
    repository.git("branch", "-m", "trunk")
    subprocess.run(["git", "clone", "-q", str(repository.path), str(tmp_path / "clone")], check=True)
    clone = Repository(tmp_path / "clone")
    clone.git("checkout", "-q", "-b", "work")
    assert default_branch(clone.path) == "trunk"
    clone.git("checkout", "-q", "--detach")
    clone.git("branch", "-D", "trunk")
    assert default_branch(clone.path) == "trunk"
    assert branch_tip(clone.path, "trunk") == repository.git("rev-parse", "trunk")


def test_the_configured_branch_comes_first_and_must_exist(repository: Repository) -> None:
    repository.git("branch", "release")
    assert default_branch(repository.path, "release") == "release"
    with pytest.raises(NoBaseError, match="no branch 'absent'"):
        default_branch(repository.path, "absent")


def test_a_detached_head_without_a_remote_names_no_branch(repository: Repository) -> None:
    repository.git("checkout", "-q", "--detach")
    with pytest.raises(NoBaseError, match="detached"):
        default_branch(repository.path)


def test_an_unborn_branch_is_a_clear_error(empty_repository: Repository) -> None:
    with pytest.raises(NoBaseError, match="'main' has no commit yet"):
        default_branch(empty_repository.path)


def test_a_configured_branch_without_any_commit_says_to_commit_first(empty_repository: Repository) -> None:
    for find in (default_branch, branch_tip):
        with pytest.raises(NoBaseError, match=r"no commits yet, so branch 'main' .*; commit your playbook first"):
            find(empty_repository.path, "main")


def test_names_that_are_not_utf8_are_read_and_said(repository: Repository) -> None:
    odd = os.fsdecode(b"m\xff\xc2\x85n")
    repository.git("config", f"remote.{odd}.url", "/nowhere")
    repository.git("branch", "-m", odd)
    assert default_branch(repository.path) == odd
    assert branch_tip(repository.path, odd) == repository.git("rev-parse", "HEAD")
    repository.git("update-ref", f"refs/remotes/{odd}/x", "HEAD")
    repository.git("symbolic-ref", f"refs/remotes/{odd}/HEAD", f"refs/remotes/{odd}/x")
    assert default_branch(repository.path) == "x"
    with pytest.raises(NoBaseError, match=r"no branch 'absent\\udcff'"):
        default_branch(repository.path, "absent\udcff")
    repository.git("update-ref", f"refs/heads/ace/p/1/{odd}", "HEAD")
    with pytest.raises(BranchBlockedError, match="keeps git from creating"):
        create_branch(repository.path, "ace/p/1", repository.git("rev-parse", "HEAD"))


def test_the_tip_of_an_unknown_branch_is_an_error(repository: Repository) -> None:
    with pytest.raises(NoBaseError, match="there is no branch 'absent'"):
        branch_tip(repository.path, "absent")


def test_several_refs_move_in_one_transaction_or_none(repository: Repository, commits: tuple[str, str]) -> None:
    first, second = commits
    zeros = "0" * 40
    create_branch(repository.path, "ace/p/1", first)
    both = [RefMove("refs/heads/ace/p/1", second, first), RefMove("refs/ace/opened/1", second, first)]
    with pytest.raises(BranchMovedError, match=r"refs/ace/opened/1 does not exist, expected at .*list the proposals"):
        update_refs(repository.path, both)
    assert ref_commit(repository.path, "refs/heads/ace/p/1") == first
    update_refs(repository.path, [both[0], RefMove("refs/ace/opened/1", second, zeros)])
    assert [ref_commit(repository.path, move.ref) for move in both] == [second, second]
    update_refs(repository.path, [RefMove(move.ref, zeros, second) for move in both])
    assert [ref_commit(repository.path, move.ref) for move in both] == ["", ""]


@pytest.mark.parametrize("blocker", ["ace", "ace/p"])
def test_a_name_can_be_asked_for_before_it_is_written(repository: Repository, blocker: str) -> None:
    ref = "refs/heads/ace/p/000000000000"
    check_name_is_free(repository.path, ref)
    repository.git("branch", blocker)
    with pytest.raises(BranchBlockedError, match=f"a branch named '{blocker}'"):
        check_name_is_free(repository.path, ref)
