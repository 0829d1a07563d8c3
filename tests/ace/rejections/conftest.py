"""Repositories that no setting of this machine reaches."""

import os
from pathlib import Path

import pytest

from tests.ace.rejections.rejecting import make_repository
from tests.ace.review.playbook_repository import Repository


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No identity, no global settings, no GIT_* variables."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with two rules on main."""
    return make_repository(tmp_path / "repo")
