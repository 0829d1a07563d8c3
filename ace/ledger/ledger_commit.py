"""Commits of the ledger by plumbing: no branch, index, working tree, hook, filter or signature of the user's."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ace.review.git_plumbing import QUIET, Identity
from runtime.rules.git_read import run_git

# What was counted must not be forgotten by a power cut; older versions of git do not know the setting.
_SAFE = (*QUIET, "-c", "core.fsync=loose-object,reference")


def commit_ledger(
    repo: Path, parents: Sequence[str], files: Mapping[str, bytes], message: str, identity: Identity
) -> str:
    """Return a new commit: the tree of the first parent, if there is one, with `files` put in. No ref moves.

    Raises: GitError.
    """
    with tempfile.TemporaryDirectory(prefix="ace-ledger-") as folder:
        env = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        run_git(repo, *_SAFE, "read-tree", *(parents[:1] or ("--empty",)), env_extra=env)
        lines = b"".join(f"100644 {_blob(repo, data)}\t{path}\0".encode() for path, data in sorted(files.items()))
        run_git(repo, *_SAFE, "update-index", "-z", "--index-info", stdin=lines, env_extra=env)
        tree = _word(run_git(repo, *_SAFE, "write-tree", env_extra=env))
    who = {
        "GIT_AUTHOR_NAME": identity.name,
        "GIT_AUTHOR_EMAIL": identity.email,
        "GIT_COMMITTER_NAME": identity.name,
        "GIT_COMMITTER_EMAIL": identity.email,
    }
    above = [word for parent in parents for word in ("-p", parent)]
    return _word(run_git(repo, *_SAFE, "commit-tree", *above, tree, stdin=message.encode(), env_extra=who))


def move_ref(repo: Path, ref: str, new: str, old: str) -> None:
    """Move `ref` to `new`, only if it is at `old` (empty: only if it does not exist). Raises: GitError."""
    expected = old or "0" * len(new)
    run_git(repo, *_SAFE, "update-ref", "--no-deref", "-m", "ace: ledger", ref, new, expected)


def _blob(repo: Path, data: bytes) -> str:
    # Without a path, so that no filter or line ending of the user's settings changes the bytes.
    return _word(run_git(repo, *_SAFE, "hash-object", "-w", "--stdin", stdin=data))


def _word(output: bytes) -> str:
    return output.decode("ascii").strip()
