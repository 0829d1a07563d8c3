"""Commits written without touching the user: no checkout, no user index, no HEAD, no hooks.

`hash-object --path` -> `read-tree` into a temporary index -> `write-tree` -> `commit-tree`. Works the same in a bare
repository, a linked worktree, on a detached HEAD and with a dirty tree. What a person reviews is only bytes handed over
here: no text becomes an argument except paths that `check_path` accepted.
"""

import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.review.base_entries import attribute_files, base_modes
from ace.review.errors import ReviewError
from ace.review.safe_path import check_path
from runtime.rules.git_read import GitError, resolve_commit, run_git

# Hooks (also post-index-change and reference-transaction), the file monitor and line-ending warnings of the user's
# settings must not act on a commit that is not the user's.
QUIET = (
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "core.safecrlf=false",
    "-c", "i18n.commitEncoding=UTF-8",
)  # fmt: skip
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:?\d{2})")


@dataclass(frozen=True)
class Identity:
    """Who a commit says it is by; never taken from the user's settings."""

    name: str
    email: str

    def __post_init__(self) -> None:
        for value in (self.name, self.email):
            if not value.strip() or re.search(r"[\x00-\x1f\x7f<>]", value):
                raise ReviewError(f"identity {value!r} cannot be written into a commit; give a plain name and address")


def commit_files(
    repo: Path,
    base: str,
    changes: Mapping[str, bytes | None],
    message: str,
    identity: Identity,
    *,
    when: str | None = None,
) -> str:
    """Return a new commit on `base` with `changes` applied, or `base`'s own id when they change nothing.

    `changes` maps a path from the repository root to its new bytes, or to None to remove it. `when` is an ISO 8601
    time with a zone; None is now. No ref moves.

    Raises: UnsafePathError, ReviewError for a path whose folder is a file (or the reverse) or a removal of what is not
        there, GitError when git itself fails.
    """
    parent = resolve_commit(repo, base)
    tree = write_tree(repo, parent, changes)
    if tree == tree_of(repo, parent):
        return parent
    return commit_tree(repo, tree, parent, message, (identity, when))


def write_tree(repo: Path, base: str, changes: Mapping[str, bytes | None]) -> str:
    """Return the id of `base`'s tree with `changes` applied. Filters and line endings follow `base`'s attributes.

    `base` is a full commit id. Raises: as `commit_files`.
    """
    paths = sorted(check_path(path) for path in changes)
    modes = base_modes(repo, base, paths)
    missing = [path for path in paths if changes[path] is None and path not in modes]
    if missing:
        raise ReviewError(f"cannot remove {missing[0]}: it is not in commit {base[:12]}; read the playbook again")
    git_dir = os.fsdecode(run_git(repo, "rev-parse", "--absolute-git-dir").rstrip(b"\n"))
    with tempfile.TemporaryDirectory(prefix="ace-index-") as folder:
        work_tree = Path(folder) / "tree"
        work_tree.mkdir()
        env = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        _write_attributes(work_tree, attribute_files(repo, base, paths))
        run_git(repo, *QUIET, "read-tree", base, env_extra=env)
        entries = b"".join(
            _index_line(path, modes.get(path, "100644"), _store(git_dir, path, changes[path], work_tree), len(base))
            for path in paths
        )
        run_git(repo, *QUIET, "update-index", "-z", "--index-info", stdin=entries, env_extra=env)
        return _word(run_git(repo, *QUIET, "write-tree", env_extra=env))


def commit_tree(repo: Path, tree: str, parent: str, message: str, signature: tuple[Identity, str | None]) -> str:
    """Return a new commit of `tree` on `parent`, signed when the repository signs its commits (`commit.gpgsign`).

    `signature` is who and when. Raises: ReviewError for an empty message, a NUL in it, or a date that is not ISO 8601.
    """
    identity, when = signature
    if not message.strip() or "\0" in message:
        raise ReviewError("a commit message must say something and hold no NUL character")
    env = {
        "GIT_AUTHOR_NAME": identity.name,
        "GIT_AUTHOR_EMAIL": identity.email,
        "GIT_COMMITTER_NAME": identity.name,
        "GIT_COMMITTER_EMAIL": identity.email,
    }
    if when is not None:
        if not _DATE.fullmatch(when):
            raise ReviewError(f"commit time {when!r} is not ISO 8601 with a zone; write it as 2026-01-31T12:00:00Z")
        env |= {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    sign = run_git(repo, "config", "--type=bool", "--default=false", "--get", "commit.gpgsign")
    flags = ("-S",) if _word(sign) == "true" else ()
    text = message.encode("utf-8", "backslashreplace")
    try:
        return _word(run_git(repo, *QUIET, "commit-tree", *flags, "-p", parent, tree, stdin=text, env_extra=env))
    except GitError as exc:
        if not flags:
            raise
        raise ReviewError(
            f"{repo}: commit.gpgsign is on and a commit cannot be signed here: {_one_line(exc)}; give this account "
            "a signing key, or set `git config commit.gpgsign false` in this repository"
        ) from exc


def tree_of(repo: Path, commit: str) -> str:
    """Return the id of `commit`'s tree."""
    return _word(run_git(repo, "rev-parse", "--verify", "--end-of-options", f"{commit}^{{tree}}"))


def _store(git_dir: str, path: str, data: bytes | None, work_tree: Path) -> str | None:
    if data is None:
        return None
    # Run where nothing but the base's .gitattributes is, so that a dirty or absent working tree changes nothing.
    env = {"GIT_DIR": git_dir, "GIT_WORK_TREE": str(work_tree)}
    arguments = ("hash-object", "-w", f"--path={path}", "--stdin")
    try:
        return _word(run_git(work_tree, *QUIET, *arguments, stdin=data, env_extra=env))
    except GitError as exc:
        raise ReviewError(
            f"{path} cannot be stored in {git_dir}: {_one_line(exc)}; see to its filter in .gitattributes "
            "(git config --get-regexp filter), to the disk, and to the rights on that folder"
        ) from exc


def _index_line(path: str, mode: str, blob: str | None, id_length: int) -> bytes:
    entry = f"{mode} {blob}" if blob else f"0 {'0' * id_length}"
    return f"{entry}\t{path}\0".encode()


def _write_attributes(work_tree: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        target = work_tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _word(output: bytes) -> str:
    return output.decode("ascii").strip()


def _one_line(exc: GitError) -> str:
    return " ".join(exc.stderr.split()) or str(exc)
