"""One small repository a session, copied for each test."""

import os
import shutil
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


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with two rules and a README on `main`; not to be changed."""
    repository = Repository(tmp_path_factory.mktemp("matrix") / "repo")
    repository.path.mkdir()
    repository.git("init", "-q", "-b", "main")
    repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING, "README": b"read me\n"})
    return repository.path


@pytest.fixture
def repository(template: Path, tmp_path: Path) -> Repository:
    """A copy of it for one test."""
    shutil.copytree(template, tmp_path / "repo", symlinks=True)
    return Repository(tmp_path / "repo")
