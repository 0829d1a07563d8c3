"""The repository that cycles are killed in, and what must be the same afterwards."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.bench.crash_repository import (
    child_environment,
    make_crash_repository,
    proposals_of,
    torn_files,
    user_state,
)
from tests.ace.building import git


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """The repository that cycles are killed in."""
    make_crash_repository(tmp_path / "repo", "http://127.0.0.1:9/v1", 4)
    return tmp_path / "repo"


CHANGES: dict[str, Callable[[Path], object]] = {
    "files": lambda repo: (repo / "untracked.txt").write_text("other"),
    "index_bytes": lambda repo: git(repo, "add", "untracked.txt"),
    "head": lambda repo: git(repo, "symbolic-ref", "HEAD", "refs/heads/side"),
    "refs": lambda repo: git(repo, "branch", "side"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_the_users_is_seen_when_it_changes(repo: Path, name: str) -> None:
    before = user_state(repo)
    assert user_state(repo) == before, "looking changes nothing"
    CHANGES[name](repo)
    changed = {field for field, old, new in zip(before._fields, before, user_state(repo), strict=True) if old != new}
    assert name in changed


def test_our_own_refs_are_not_the_users(repo: Path) -> None:
    before = user_state(repo)
    git(repo, "branch", "ace/p/7f3a91c2b04e")
    git(repo, "update-ref", "refs/ace/ledger", "main")
    assert user_state(repo) == before


def test_a_proposal_is_told_by_what_it_changes_and_how_many_commits(repo: Path) -> None:
    git(repo, "branch", "ace/p/000000000001")
    subprocess.run(["git", "-C", str(repo), "worktree", "add", "-q", "-b", "ace/p/000000000002", "w"], check=True)
    (repo / "w" / "playbooks" / "x.yaml").write_text("from e-0123456789ab on 2026-11-30\n", encoding="utf-8")
    git(repo / "w", "add", "playbooks")
    git(repo / "w", "commit", "-q", "-m", "x")
    first = proposals_of(repo)
    assert first["000000000001"].startswith("0 commit")
    assert first["000000000002"].startswith("1 commit")
    (repo / "w" / "playbooks" / "x.yaml").write_text("from e-ba9876543210 on 2026-12-01\n", encoding="utf-8")
    git(repo / "w", "commit", "-q", "-a", "--amend", "-m", "x")
    assert proposals_of(repo) == first, "ids of episodes name the run"
    (repo / "w" / "playbooks" / "x.yaml").write_text("other\n", encoding="utf-8")
    git(repo / "w", "commit", "-q", "-a", "--amend", "-m", "x")
    assert proposals_of(repo) != first


def test_torn_files_are_found(tmp_path: Path) -> None:
    for name, text in {
        "a.json": '{"x": 1}\n',
        "b.json": '{"x": ',
        "c.jsonl": "{}\n{}\n",
        "d.jsonl": '{}\n{"x',
        "e.jsonl": "",
        ".f.json.123": "{",
        "g.jsonl.torn": "{",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert torn_files(tmp_path) == [".f.json.123 (left behind)", "b.json", "d.jsonl"]


def test_a_killed_process_gets_no_settings_of_the_callers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ACE_RUN_LIMIT", "GIT_DIR", "GIT_AUTHOR_NAME"):
        monkeypatch.setenv(name, "of the caller")
    found = child_environment(tmp_path)
    assert "of the caller" not in found.values()
    assert found["ACE_INDEX_DIR"] == str(tmp_path)
    assert found["PATH"] == os.environ["PATH"]


def test_the_repository_holds_work_of_every_kind(repo: Path) -> None:
    assert git(repo, "status", "--porcelain").splitlines() == [" M notes.txt", "MM plan.txt", "?? untracked.txt"]
