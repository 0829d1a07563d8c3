"""Real repositories with a small playbook."""

import os
from pathlib import Path

import pytest

from tests.ace.review.playbook_repository import GREETING, GREETING_PATH, OLD_RULE, RULE_PATH, Repository


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No identity, no global settings, no GIT_* variables."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def empty_repository(tmp_path: Path) -> Repository:
    """A repository on branch `main` without a commit."""
    path = tmp_path / "repo"
    path.mkdir()
    repository = Repository(path)
    repository.git("init", "-q", "-b", "main")
    return repository


@pytest.fixture
def repository(empty_repository: Repository) -> Repository:
    """A repository with two rules, committed on `main`."""
    empty_repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING})
    return empty_repository
