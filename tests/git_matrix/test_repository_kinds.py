"""Kinds of repositories a proposal is written in: each whole way leaves all but our refs as it was."""

import subprocess
from pathlib import Path

import pytest

from tests.ace.review.playbook_repository import GREETING, GREETING_PATH, OLD_RULE, RULE_PATH, Repository
from tests.git_matrix.write_path import Place, assert_whole_way, place_of

USER = ("-c", "user.name=u", "-c", "user.email=u@example.org")


def test_a_plain_repository(repository: Repository) -> None:
    assert_whole_way(place_of(repository))


def test_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    repository.git("clone", "-q", "--bare", str(repository.path), str(bare))
    assert_whole_way(Place(bare, (bare,)))


def test_a_linked_worktree(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "-q", "-b", "feature", str(tmp_path / "linked"))
    assert_whole_way(Place(tmp_path / "linked", (tmp_path / "linked", repository.path)))


def test_a_worktree_of_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    bare, linked = tmp_path / "bare.git", tmp_path / "linked"
    repository.git("clone", "-q", "--bare", str(repository.path), str(bare))
    Repository(bare).git("worktree", "add", "-q", "-b", "feature", str(linked))
    assert_whole_way(Place(linked, (linked, bare)))


def test_a_git_folder_that_stands_elsewhere(repository: Repository, tmp_path: Path) -> None:
    """`git init --separate-git-dir`: `.git` is a file."""
    repository.git("init", "-q", f"--separate-git-dir={tmp_path / 'elsewhere.git'}")
    assert_whole_way(place_of(repository, tmp_path / "elsewhere.git"))


def test_a_work_tree_that_stands_elsewhere(repository: Repository, tmp_path: Path) -> None:
    """`core.worktree`: the git folder is asked, the files are in another place."""
    other = tmp_path / "other"
    other.mkdir()
    repository.git("config", "core.worktree", str(other))
    Repository(other).write("mine.txt", b"mine")
    place = Place(other, (other, repository.path))
    (other / ".git").write_text(f"gitdir: {repository.path / '.git'}\n", encoding="utf-8")
    assert_whole_way(place)


def test_a_sha256_repository(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "long")
    repository.path.mkdir()
    repository.git("init", "-q", "-b", "main", "--object-format=sha256")
    repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING})
    way = assert_whole_way(place_of(repository))
    assert len(way.opened.commit) == 64


def test_refs_kept_in_a_reftable(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "table")
    repository.path.mkdir()
    made = subprocess.run(
        ["git", "init", "-q", "-b", "main", "--ref-format=reftable"], cwd=repository.path, capture_output=True,
        check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip("this git keeps refs in files only (reftable needs 2.45)")
    repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING})
    assert_whole_way(place_of(repository))


def test_a_shallow_clone(repository: Repository, tmp_path: Path) -> None:
    repository.commit(note=b"one more")
    repository.git("clone", "-q", "--depth=1", repository.path.as_uri(), str(tmp_path / "shallow"))
    assert_whole_way(place_of(Repository(tmp_path / "shallow")))


def test_objects_borrowed_from_another_repository(repository: Repository, tmp_path: Path) -> None:
    """`objects/info/alternates`: the conflict search has to find them too."""
    repository.git("clone", "-q", "--shared", str(repository.path), str(tmp_path / "borrowing"))
    assert_whole_way(place_of(Repository(tmp_path / "borrowing"), repository.path))


def test_a_partial_checkout(repository: Repository) -> None:
    repository.git("reset", "-q", "--hard")
    repository.git("sparse-checkout", "set", "--no-cone", "/README")
    assert not (repository.path / RULE_PATH).exists()
    assert_whole_way(place_of(repository))


def test_packed_refs_and_objects(repository: Repository) -> None:
    for number in range(20):
        repository.git("branch", f"topic-{number}")
    repository.git("gc", "-q")
    assert (repository.path / ".git/packed-refs").is_file()
    assert_whole_way(place_of(repository))


def test_a_long_history(repository: Repository) -> None:
    """5,000 commits, written as one stream."""
    lines = ["reset refs/heads/main\nfrom refs/heads/main^0\n"]
    for number in range(5000):
        note = f"note {number}"
        lines.append(
            f"commit refs/heads/main\ncommitter u <u@example.org> {1_700_000_000 + number} +0000\ndata 1\nx\n"
            f"M 644 inline notes/{number % 50}.txt\ndata {len(note)}\n{note}\n"
        )
    repository.git("fast-import", "--quiet", "--force", stdin="".join(lines).encode())
    repository.git("reset", "-q", "--hard")
    assert_whole_way(place_of(repository))


def test_a_submodule(repository: Repository) -> None:
    commit = repository.git("rev-parse", "HEAD")
    repository.write(".gitmodules", b'[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n')
    repository.git("add", ".gitmodules")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    repository.git(*USER, "commit", "-q", "-m", "a submodule")
    way = assert_whole_way(place_of(repository))
    assert f"160000 commit {commit}\tsub" in repository.git("ls-tree", way.opened.commit)


@pytest.mark.parametrize("name", ["größe-日本語-🙂", "a folder with blanks", 'it\'s "quoted"', "--option"])
def test_a_folder_with_an_odd_name(repository: Repository, tmp_path: Path, name: str) -> None:
    moved = repository.path.rename(tmp_path / name)
    assert_whole_way(place_of(Repository(moved)))


def test_files_with_odd_names_beside_the_rules(repository: Repository) -> None:
    names = ["--help", "-n", "größe.txt", "a\tb", "tab\nline", ":(top)x", "*", "playbooks/README"]
    for name in names:
        repository.write(name, b"x")
    repository.git("add", "-A")
    repository.git(*USER, "commit", "-q", "-m", "odd names")
    way = assert_whole_way(place_of(repository))
    listing = subprocess.run(
        ["git", "ls-tree", "-r", "-z", "--name-only", way.opened.commit], cwd=repository.path, capture_output=True,
        check=True,
    ).stdout.decode()  # fmt: skip
    assert set(names) <= set(listing.split("\0"))


def test_another_name_of_the_reviewed_branch(repository: Repository) -> None:
    repository.git("branch", "-m", "main", "trunk")
    assert_whole_way(place_of(repository, branch="trunk"))


def test_a_branch_with_an_odd_name(repository: Repository) -> None:
    repository.git("branch", "-m", "main", "größe/日本語@2")
    assert_whole_way(place_of(repository, branch="größe/日本語@2"))
