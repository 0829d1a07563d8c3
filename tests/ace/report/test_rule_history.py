"""A rule's life in git."""

from pathlib import Path

import pytest

from ace.report.rule_history import rule_history
from tests.ace.building import commit_all, git

RULE = "playbooks/tutor/tools/retrieve-before-web.yaml"


def change(repo: Path, path: str, message: str) -> str:
    """Commit a change of `path`."""
    file = repo / path
    file.write_text(f"# {message.splitlines()[0]}\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    return commit_all(repo, message)


def test_the_commits_that_touched_the_rule_newest_first(starter: Path) -> None:
    first = git(starter, "rev-parse", "HEAD").strip()
    change(starter, "ace.yaml", "Something else")
    second = change(starter, RULE, "Ask the index first\n\nBecause.\n\nACE-Proposal: 0123456789ab\nACE-Run: r-1")
    history = rule_history(starter, "main", RULE)
    assert [(item.commit, item.subject, item.proposal) for item in history] == [
        (second, "Ask the index first", "0123456789ab"),
        (first, "Add ACE", ""),
    ]
    assert history[0].date == git(starter, "log", "-1", "--format=%cs").strip()
    assert [item.commit for item in rule_history(starter, "main", RULE, limit=1)] == [second]


def test_another_repository_in_the_environment_is_not_read(
    starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "-q", "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    assert [item.subject for item in rule_history(starter, "main", RULE)] == ["Add ACE"]


def test_a_rule_that_never_was_has_no_history(starter: Path) -> None:
    assert rule_history(starter, "main", "playbooks/tutor/tools/never.yaml") == ()
