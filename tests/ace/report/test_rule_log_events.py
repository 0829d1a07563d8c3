"""The commits that changed a rule's file, as the branch shows them."""

from pathlib import Path

import pytest

from ace.report.rule_log_events import rule_commits
from tests.ace.rejections.rejecting import make_repository
from tests.ace.review.playbook_repository import OLD_RULE, RULE_ID, RULE_PATH, Repository


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with two rules on main, and no settings of this machine."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return make_repository(tmp_path / "repo")


def test_other_files_and_rules_of_other_playbooks_are_left_out(repository: Repository) -> None:
    repository.commit(**{"other.txt": b"x", RULE_PATH.replace("tutor", "coach"): OLD_RULE})
    (only,) = rule_commits(repository.path, "main", "playbooks/tutor", RULE_ID)
    assert (only.path, only.before, only.moved_from) == (RULE_PATH, "", "")
    assert rule_commits(repository.path, "main", "playbooks/tutor", "tools.never") == ()


@pytest.mark.parametrize(
    ("author", "subject"),
    [
        pytest.param("A\x1fB", "one\x1ftwo", id="the sign between fields"),
        pytest.param("A", ":100644 100644 a b M", id="a line like a file's"),
        pytest.param("A", "\x01\x1b[31m", id="control characters"),
    ],
)
def test_what_strangers_wrote_into_a_commit_changes_nothing(repository: Repository, author: str, subject: str) -> None:
    repository.write(RULE_PATH, OLD_RULE + b"# more\n")
    repository.git("add", "-A")
    repository.git("-c", f"user.name={author}", "-c", "user.email=a@x.org", "commit", "-q", "-m", subject)
    first, second = rule_commits(repository.path, "main", "playbooks/tutor", RULE_ID)
    assert (first.after, second.commit.commit) == (second.before, repository.git("rev-parse", "main"))


def test_evidence_is_that_of_the_same_commit(repository: Repository) -> None:
    repository.commit(**{".ace/evidence/000000000000.json": b"{}"})
    repository.commit(**{RULE_PATH: OLD_RULE + b"# more\n", ".ace/evidence/111111111111.json": b"{}"})
    found = rule_commits(repository.path, "main", "playbooks/tutor", RULE_ID)
    assert [[one.path for one in item.evidence] for item in found] == [[], [".ace/evidence/111111111111.json"]]
