"""Playbook files from the working tree and from a commit."""

from pathlib import Path

import pytest

from ace.errors import WorkspaceError
from ace.playbook_files import files_at, files_in_tree
from ace.workspace import open_workspace

FOLDER = "playbooks/tutor"


def test_tree_and_commit_agree_when_nothing_was_edited(demo_repository: Path) -> None:
    workspace = open_workspace(demo_repository)
    assert files_in_tree(workspace, FOLDER) == files_at(workspace, "main", FOLDER)


def test_an_edit_shows_in_the_tree_only(demo_repository: Path) -> None:
    workspace = open_workspace(demo_repository)
    name = f"{FOLDER}/style/short-turns.yaml"
    (demo_repository / name).write_bytes(b"changed")
    assert files_in_tree(workspace, FOLDER)[name] == b"changed"
    assert files_at(workspace, "main", FOLDER)[name] != b"changed"


def test_a_link_in_place_of_a_file_is_refused(demo_repository: Path) -> None:
    path = demo_repository / FOLDER / "style/short-turns.yaml"
    path.unlink()
    path.symlink_to("/etc/hostname")
    with pytest.raises(WorkspaceError, match="is a link"):
        files_in_tree(open_workspace(demo_repository), FOLDER)


def test_a_missing_folder_says_what_makes_one(demo_repository: Path) -> None:
    with pytest.raises(WorkspaceError, match="ace init"):
        files_in_tree(open_workspace(demo_repository), "playbooks/other")
