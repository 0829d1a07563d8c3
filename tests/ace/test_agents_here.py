"""Which agents a folder knows, in a repository and outside of one."""

from pathlib import Path

import pytest

from ace.agents_here import agents_here
from ace.errors import NotFoundError, WorkspaceError
from tests.ace.building import git

OWN = "agent: triage\nown_agent: {kind: http, url: 'http://127.0.0.1:9/run'}\n"


def test_the_configured_one_is_found_from_below_the_top(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "ace.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    known = agents_here(tmp_path / "deep", {})
    assert known.find(None).name == known.configured == "triage"
    assert known.find("tutor").name == "tutor"
    with pytest.raises(NotFoundError, match="'surgeon' is not known here"):
        known.find("surgeon")


def test_outside_of_a_repository_the_folders_own_settings_hold(tmp_path: Path) -> None:
    assert agents_here(tmp_path, {}).find(None).name == "tutor"
    (tmp_path / "ace.yaml").write_text(OWN, encoding="utf-8")
    assert agents_here(tmp_path, {}).find(None).name == "triage"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="nowhere: no such folder"):
        agents_here(tmp_path / "nowhere", {})
