"""Playbook files from the working tree and from a commit."""

from pathlib import Path

import pytest

from ace.errors import WorkspaceError
from ace.playbook_files import files_at, files_in_tree
from ace.workspace import open_workspace
from runtime.contracts.errors import RuleError
from runtime.rules.git_read import run_git

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


def git(repository: Path, *arguments: str) -> None:
    run_git(repository, "-c", "user.name=t", "-c", "user.email=t@t", *arguments)


def linked(repository: Path, name: str) -> None:
    """Put a link in the place of the folder or file `name` and commit it."""
    (repository / name).rename(repository / "real")
    (repository / name).symlink_to(repository / "real")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "link")


@pytest.mark.parametrize("name", ["playbooks", FOLDER, f"{FOLDER}/style", f"{FOLDER}/style/short-turns.yaml"])
def test_a_link_anywhere_on_the_way_is_refused_in_the_tree_and_at_a_commit(name: str, demo_repository: Path) -> None:
    linked(demo_repository, name)
    workspace = open_workspace(demo_repository)
    with pytest.raises(WorkspaceError, match="is a link"):
        files_in_tree(workspace, FOLDER)
    with pytest.raises(RuleError, match=r"symbolic link|there is no folder"):
        files_at(workspace, "HEAD", FOLDER)


def test_a_submodule_is_named_as_one_in_the_tree_and_at_a_commit(demo_repository: Path) -> None:
    inner = demo_repository / FOLDER / "style"
    git(inner, "init", "-q")
    workspace = open_workspace(demo_repository)
    with pytest.raises(WorkspaceError, match="a repository of its own"):
        files_in_tree(workspace, FOLDER)
    sha = run_git(demo_repository, "rev-parse", "HEAD").decode().strip()
    git(demo_repository, "update-index", "--add", "--cacheinfo", f"160000,{sha},{FOLDER}/other")
    git(demo_repository, "commit", "-q", "-m", "submodule")
    with pytest.raises(RuleError, match="this is a submodule; commit the file itself"):
        files_at(workspace, "HEAD", FOLDER)


@pytest.mark.parametrize("folder", ["nowhere", "../elsewhere", "/etc", ".", ""])
def test_a_folder_that_is_not_there_is_an_error_at_a_commit_too(folder: str, demo_repository: Path) -> None:
    workspace = open_workspace(demo_repository)
    with pytest.raises(RuleError, match=r"there is no folder|must be a path inside the repository"):
        files_at(workspace, "main", folder)
    with pytest.raises((WorkspaceError, RuleError)):
        files_in_tree(workspace, folder)


def test_a_folder_without_files_is_no_playbook(demo_repository: Path) -> None:
    (demo_repository / "empty/inside").mkdir(parents=True)
    with pytest.raises(WorkspaceError, match="holds no file"):
        files_in_tree(open_workspace(demo_repository), "empty")
