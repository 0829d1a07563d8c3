"""Which commit comes from which."""

import subprocess
from pathlib import Path

from ace.review.ancestry import count_ahead, is_ancestor, is_shallow, merge_base
from ace.review.git_plumbing import commit_files
from tests.ace.review.playbook_repository import BOT, Repository


def test_two_lines_from_one_commit(repository: Repository) -> None:
    path, base = repository.path, repository.git("rev-parse", "main")
    one = commit_files(path, base, {"a": b"1"}, "one", BOT)
    two = commit_files(path, commit_files(path, base, {"b": b"1"}, "x", BOT), {"c": b"1"}, "two", BOT)
    assert merge_base(path, one, two) == base
    assert (is_ancestor(path, base, two), is_ancestor(path, one, two), is_ancestor(path, one, one)) == (
        True,
        False,
        True,
    )
    assert (count_ahead(path, one, two), count_ahead(path, two, base)) == (2, 0)


def test_what_is_not_here_is_no_ancestor_and_shares_nothing(repository: Repository) -> None:
    main = repository.git("rev-parse", "main")
    tree = repository.git("rev-parse", "main^{tree}")
    alone = repository.git("-c", "user.name=u", "-c", "user.email=u@example.org", "commit-tree", "-m", "alone", tree)
    assert merge_base(repository.path, main, alone) == ""
    assert not is_ancestor(repository.path, "a" * 40, main)


def test_a_clone_of_some_depth_is_shallow(repository: Repository, tmp_path: Path) -> None:
    url = f"file://{repository.path}"
    subprocess.run(["git", "clone", "-q", "--depth", "1", url, str(tmp_path / "clone")], check=True)
    assert (is_shallow(tmp_path / "clone"), is_shallow(repository.path)) == (True, False)
