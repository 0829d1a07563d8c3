"""Which branch a fresh set-up is reviewed on."""

from pathlib import Path

import pytest

from ace.present_branch import present_branch
from tests.ace.building import commit_all, git


def _repository(top: Path, branch: str) -> Path:
    git(top, "init", "-q", "-b", branch)
    (top / "a.txt").write_text("a", encoding="utf-8")
    return top


def test_the_branch_checked_out_also_before_its_first_commit(tmp_path: Path) -> None:
    assert present_branch(_repository(tmp_path, "on-call")) == "on-call"
    commit_all(tmp_path)
    assert present_branch(tmp_path) == "on-call"


@pytest.mark.parametrize(
    ("branches", "expected"),
    [
        (["master"], "master"),
        (["work"], "work"),
        (["work", "main"], "main"),
        (["master", "work"], "master"),
    ],
    ids=["only master", "one of another name", "main among others", "master among others"],
)
def test_with_none_checked_out_one_that_is_there(tmp_path: Path, branches: list[str], expected: str) -> None:
    repo = _repository(tmp_path, branches[0])
    commit_all(repo)
    for name in branches[1:]:
        git(repo, "branch", name)
    git(repo, "checkout", "-q", "--detach")
    assert present_branch(repo) == expected


def test_a_branch_that_has_the_present_commit_goes_before_one_that_has_not(tmp_path: Path) -> None:
    repo = _repository(tmp_path, "main")
    commit_all(repo)
    git(repo, "checkout", "-q", "-b", "work")
    (repo / "b.txt").write_text("b", encoding="utf-8")
    commit_all(repo)
    git(repo, "checkout", "-q", "--detach")
    assert present_branch(repo) == "work"


def test_without_any_branch_it_is_main(tmp_path: Path) -> None:
    repo = _repository(tmp_path, "work")
    commit_all(repo)
    git(repo, "checkout", "-q", "--detach")
    git(repo, "branch", "-D", "work")
    assert present_branch(repo) == "main"
