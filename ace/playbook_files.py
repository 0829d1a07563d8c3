"""Playbook files for checking: from the working tree (what an author is about to commit) or from a commit."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from ace.errors import WorkspaceError
from ace.workspace import Workspace
from runtime.rules.load_reviewed import checked_folder, read_committed


def files_in_tree(workspace: Workspace, folder: str) -> dict[str, bytes]:
    """Return the files under `folder` of the working tree by path from the top.

    Raises: WorkspaceError when there is no such folder, no working tree, no file, or something in place of a file or
    folder that a commit would not hold as one (a link, a repository of its own). RuleError for an unusable `folder`.
    """
    if workspace.is_bare:
        raise WorkspaceError(f"{workspace.repo} is bare and has no working tree: name a commit with --ref")
    top = _checked_top(workspace.repo, checked_folder(folder))
    files = {path.relative_to(workspace.repo).as_posix(): path.read_bytes() for path in _files(top)}
    if not files:
        raise WorkspaceError(f"{top}: the folder (`playbook` in ace.yaml) holds no file; `ace init` makes a first rule")
    return files


def files_at(workspace: Workspace, ref: str, folder: str) -> Mapping[str, bytes]:
    """Return the files under `folder` at a commit, by path from the top.

    Raises: RuleError for what would also keep a run from loading them: no commit, no folder, a link, a submodule.
    """
    return read_committed(workspace.repo, ref, folder).files


def _checked_top(repo: Path, folder: str) -> Path:
    """Return the folder; every part of the way to it must be a folder of this repository."""
    top = repo
    for part in folder.split("/"):
        top /= part
        _refuse_foreign(top)
        if not top.is_dir():
            raise WorkspaceError(f"{top}: no such folder (from `playbook` in ace.yaml); `ace init` makes one")
    return top


def _files(top: Path) -> Iterator[Path]:
    for path in sorted(top.rglob("*")):
        _refuse_foreign(path)
        if path.is_file():
            yield path


def _refuse_foreign(path: Path) -> None:
    if path.is_symlink():
        raise WorkspaceError(f"{path} is a link: git commits the link alone; put the file or folder in its place")
    if path.is_dir() and (path / ".git").exists():
        raise WorkspaceError(f"{path} is a repository of its own (a submodule): commit its files in this repository")
