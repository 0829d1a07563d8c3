"""When each rule file came to be as it is on the reviewed branch."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ace.ledger.rule_dates import rule_dates
from runtime.rules.git_read import GitError
from tests.ace.building import git


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with two rules and another file, committed on the first of January in a zone ahead of UTC."""
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, "rules/a.yaml", "rules/sub/b ü.yaml", "other.txt")
    committed(tmp_path, "2026-01-01T01:30:00+02:00")
    return tmp_path


def write(repo: Path, *paths: str, text: str = "first\n") -> None:
    """Write `text` into each of `paths`."""
    for path in paths:
        (repo / path).parent.mkdir(parents=True, exist_ok=True)
        (repo / path).write_text(text, encoding="utf-8")


def committed(repo: Path, when: str) -> None:
    """Commit everything at `when`."""
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "Change", committed=when)


def day(month: int, number: int, hour: int = 12, minute: int = 0) -> datetime:
    """Return a moment of 2026."""
    return datetime(2026, month, number, hour, minute, tzinfo=UTC)


def test_the_newest_commit_of_each_file_in_utc(repo: Path) -> None:
    write(repo, "rules/a.yaml", "other.txt", text="second\n")
    committed(repo, "2026-02-01T12:00:00+00:00")
    write(repo, "other.txt", text="third\n")
    committed(repo, "2026-03-01T12:00:00+00:00")
    first = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
    assert rule_dates(repo, "HEAD", "rules") == {"rules/a.yaml": day(2, 1), "rules/sub/b ü.yaml": first}
    assert set(rule_dates(repo, "HEAD~2", "rules").values()) == {first}, "what came later is not looked at"


def test_a_merged_proposal_counts_from_its_merge(repo: Path) -> None:
    git(repo, "switch", "-q", "-c", "proposal")
    write(repo, "rules/a.yaml", text="second\n")
    committed(repo, "2026-02-01T12:00:00+00:00")
    git(repo, "switch", "-q", "main")
    write(repo, "other.txt", text="second\n")
    committed(repo, "2026-02-15T12:00:00+00:00")
    git(repo, "merge", "-q", "--no-ff", "-m", "Merge", "proposal", committed="2026-03-01T12:00:00+00:00")
    assert rule_dates(repo, "proposal", "rules")["rules/a.yaml"] == day(2, 1)
    assert rule_dates(repo, "main", "rules")["rules/a.yaml"] == day(3, 1)


def test_a_moved_file_counts_from_the_move(repo: Path) -> None:
    git(repo, "mv", "rules/a.yaml", "rules/moved.yaml")
    committed(repo, "2026-02-01T12:00:00+00:00")
    assert rule_dates(repo, "HEAD", "rules")["rules/moved.yaml"] == day(2, 1)


def test_no_rules_have_no_dates_and_an_unknown_commit_is_an_error(repo: Path) -> None:
    assert rule_dates(repo, "HEAD", "elsewhere") == {}
    with pytest.raises(GitError, match="nowhere"):
        rule_dates(repo, "nowhere", "rules")
