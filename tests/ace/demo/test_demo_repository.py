"""The demonstration's repository."""

import subprocess
from pathlib import Path

import pytest

from ace.demo.repository import make_repository, merge_branch
from ace.errors import AceError


def _git(repo: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(repo), *arguments], check=True, capture_output=True, text=True).stdout


def test_files_are_on_main_and_the_tree_is_clean(tmp_path: Path) -> None:
    make_repository(tmp_path / "r", {"a/b.txt": b"one\r\n", ".gitignore": b"a/\n"})
    assert _git(tmp_path / "r", "ls-files").split() == [".gitignore", "a/b.txt"]
    assert _git(tmp_path / "r", "status", "--porcelain") == ""
    assert _git(tmp_path / "r", "branch", "--show-current").strip() == "main"


def test_a_users_template_hooks_do_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = tmp_path / "template" / "hooks"
    hooks.mkdir(parents=True)
    (hooks / "pre-commit").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (hooks / "pre-commit").chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        f"[init]\n\ttemplateDir = {tmp_path / 'template'}\n[commit]\n\tgpgsign = true\n", encoding="utf-8"
    )
    monkeypatch.setenv("HOME", str(home))
    make_repository(tmp_path / "r", {"a.txt": b"x"})
    assert _git(tmp_path / "r", "rev-list", "--count", "main").strip() == "1"


def test_a_merge_moves_main_to_a_merge_commit(tmp_path: Path) -> None:
    repo = tmp_path / "r"
    make_repository(repo, {"a.txt": b"x"})
    _git(repo, "checkout", "-q", "-b", "ace/p/1")
    (repo / "b.txt").write_text("y", encoding="utf-8")
    _git(repo, "add", "-A")
    _git(repo, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "b")
    _git(repo, "checkout", "-q", "main")
    commit = merge_branch(repo, "ace/p/1")
    assert _git(repo, "rev-parse", "main").strip() == commit
    assert len(_git(repo, "rev-list", "--parents", "-1", "main").split()) == 3


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("mine", encoding="utf-8")
    with pytest.raises(AceError, match="not an empty folder"):
        make_repository(tmp_path / "r", {})
