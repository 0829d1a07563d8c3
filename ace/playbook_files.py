"""Playbook files for checking: from the working tree (what an author is about to commit) or from a commit."""

from pathlib import Path

from ace.errors import WorkspaceError
from ace.workspace import Workspace
from runtime.rules.git_read import list_tree, read_blobs, resolve_commit


def files_in_tree(workspace: Workspace, folder: str) -> dict[str, bytes]:
    """Return the files under `folder` of the working tree by path from the top.

    Raises: WorkspaceError when there is no such folder, no working tree, or a link in place of a file.
    """
    if workspace.is_bare:
        raise WorkspaceError(f"{workspace.repo} is bare and has no working tree: name a commit with --ref")
    top = workspace.repo / folder
    if not top.is_dir():
        raise WorkspaceError(f"{top}: no such folder (from `playbook` in ace.yaml); `ace init` makes one")
    return {
        path.relative_to(workspace.repo).as_posix(): _bytes(path) for path in sorted(top.rglob("*")) if _is_file(path)
    }


def _is_file(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


def _bytes(path: Path) -> bytes:
    if path.is_symlink():
        raise WorkspaceError(f"{path} is a link: a rule is a file of its own; put the file in its place")
    return path.read_bytes()


def files_at(workspace: Workspace, ref: str, folder: str) -> dict[str, bytes]:
    """Return the files under `folder` at a commit, by path from the top. Raises: GitError."""
    commit = resolve_commit(workspace.repo, ref)
    entries = list_tree(workspace.repo, commit, folder)
    blobs = read_blobs(workspace.repo, [entry.sha for entry in entries])
    return {entry.path: blobs[entry.sha] for entry in entries}
