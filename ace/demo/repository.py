"""A git repository for the demonstration: the caller's git configuration and GIT_* variables do not reach it."""

from collections.abc import Mapping
from pathlib import Path

from ace.errors import AceError
from runtime.rules.git_read import run_git

_QUIET = (
    *("-c", "user.name=ace demo", "-c", "user.email=demo@localhost", "-c", "commit.gpgsign=false"),
    *("-c", "core.hooksPath=/dev/null", "-c", "core.autocrlf=false", "-c", "merge.verifySignatures=false"),
)


def make_repository(folder: Path, files: Mapping[str, bytes], when: str = "") -> None:
    """Make a repository in `folder` with one commit of `files` on main, committed at `when` (ISO; "" is now).

    Raises: AceError when the folder holds something already.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AceError(f"{folder}: exists and is not an empty folder; name another with --out")
    folder.mkdir(parents=True, exist_ok=True)
    run_git(folder, "init", "--quiet", "--template=", "--initial-branch=main", ".")
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    run_git(folder, *_QUIET, "add", "--all", "--force")
    date = {"GIT_COMMITTER_DATE": when} if when else {}
    message = "Add ACE with its first playbook and samples"
    run_git(folder, *_QUIET, "commit", "--quiet", "-m", message, env_extra=date)


def merge_branch(folder: Path, branch: str) -> str:
    """Merge `branch` into main, as a reviewer would, and return main's new commit."""
    run_git(folder, *_QUIET, "merge", "--quiet", "--no-ff", "-m", f"Merge {branch}", f"refs/heads/{branch}")
    return run_git(folder, "rev-parse", "HEAD").decode().strip()
