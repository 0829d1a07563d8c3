"""The ledger's commits."""

from pathlib import Path

import pytest

from ace.ledger.ledger_commit import commit_ledger, move_ref
from runtime.rules.git_read import GitError
from tests.ace.building import git
from tests.ace.ledger.ledger_setup import WHO, repository


def test_a_commit_holds_the_first_parents_files_and_the_new_ones(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    one = commit_ledger(repo, [], {"uses/aa/1.json": b"1\n"}, "One\n", WHO)
    two = commit_ledger(repo, [], {"uses/bb/2.json": b"2\n"}, "Two\n", WHO)
    both = commit_ledger(repo, [one, two], {"uses/cc/3.json": b"3\n"}, "Both\n", WHO)
    assert git(repo, "ls-tree", "-r", "--name-only", both).split() == ["uses/aa/1.json", "uses/cc/3.json"]
    assert git(repo, "rev-parse", f"{both}^1", f"{both}^2").split() == [one, two]
    assert git(repo, "log", "-1", "--format=%an <%ae> %s", both).strip() == "ace <ace@localhost> Both"


def test_nothing_of_the_users_is_touched_or_asked(tmp_path: Path) -> None:
    """Bytes go in as they are, whatever filters, line endings, hooks and signatures the user has set."""
    repo = repository(tmp_path / "r")
    (repo / "mine.txt").write_text("dirty")
    (repo / ".git" / "info" / "attributes").write_text("* filter=broken text eol=crlf\n")
    for name, value in {
        "filter.broken.clean": "false",
        "filter.broken.required": "true",
        "core.autocrlf": "true",
        "commit.gpgsign": "true",
        "gpg.program": "false",
    }.items():
        git(repo, "config", name, value)
    for hook in ("reference-transaction", "post-index-change", "pre-commit"):
        path = repo / ".git" / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\ntouch hooked\nexit 1\n")
        path.chmod(0o755)
    commit = commit_ledger(repo, [], {"uses/aa/1.json": b"a\r\nb\n"}, "One\n", WHO)
    move_ref(repo, "refs/ace/ledger", commit, "")
    assert git(repo, "cat-file", "blob", f"{commit}:uses/aa/1.json") == "a\r\nb\n".replace("\r\n", "\n")
    assert git(repo, "cat-file", "-s", f"{commit}:uses/aa/1.json").strip() == "5"
    assert git(repo, "status", "--porcelain").split() == ["??", "mine.txt"]
    assert not (repo / ".git" / "index").exists() or git(repo, "ls-files") == ""


def test_the_ref_moves_from_where_it_was_seen_only(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    one = commit_ledger(repo, [], {}, "One\n", WHO)
    two = commit_ledger(repo, [one], {}, "Two\n", WHO)
    move_ref(repo, "refs/ace/ledger", one, "")
    for old in ("", two):
        with pytest.raises(GitError):
            move_ref(repo, "refs/ace/ledger", two, old)
    move_ref(repo, "refs/ace/ledger", two, one)
    assert git(repo, "rev-parse", "refs/ace/ledger").strip() == two
