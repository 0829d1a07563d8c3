"""Read from a git repository by its plumbing: argument lists only, the caller's GIT_* variables left out.

Names that git prints are bytes in no particular encoding: they are decoded so that they can be handed back to git.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from runtime.contracts.errors import RuleError

# Replacement objects would let a local ref change what a reviewed commit says, grafts what it is based on.
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_LITERAL_PATHSPECS": "1",
}
# What a user may have set to please the eye, and what would then change the output that is parsed here.
_SETTINGS = {
    "color.diff": "false",
    "color.ui": "false",
    "core.abbrev": "no",
    "core.commentChar": "#",
    "core.fsmonitor": "false",
    "core.quotepath": "off",
    "diff.ignoreSubmodules": "none",
    "diff.mnemonicPrefix": "false",
    "diff.noprefix": "false",
    "diff.relative": "false",
    "format.pretty": "medium",
    "i18n.logOutputEncoding": "UTF-8",
    "log.date": "default",
    "log.decorate": "false",
    "log.follow": "false",
    "log.mailmap": "false",
    "log.showSignature": "false",
    "trailer.separators": ":",
}
_SET = tuple(word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}"))
# Of what anybody can push no more is taken into memory. A commit of ours has a body of at most 60,000 characters.
MAX_COMMIT_BYTES = 1024 * 1024
# What is left of a longer object is read past up to here; above it a new `git cat-file` is cheaper.
_SKIPPED_BYTES = 8 * 1024 * 1024
# file modes of `git ls-tree`
SYMLINK, SUBMODULE = "120000", "160000"


class GitError(RuleError):
    """A git command failed. `arguments` is what ran after `git`, `code` its exit status."""

    def __init__(self, message: str, arguments: tuple[str, ...], code: int, stderr: str) -> None:
        super().__init__(message)
        self.arguments = arguments
        self.code = code
        self.stderr = stderr


class TreeEntry(NamedTuple):
    """One file of a commit. `path` is relative to the repository root, `mode` octal as git prints it."""

    path: str
    mode: str
    sha: str


def run_git(
    repo: Path, *args: str, stdin: bytes = b"", check: bool = True, env_extra: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> bytes:  # fmt: skip
    """Run `git <args>` in `repo` and return its stdout; with `check=False` a failing exit status is not an error.

    `timeout`: seconds, None for any time.

    Raises: GitError with command, exit status, stderr and, where one is known, what to do.
    """
    command = ["git", "-C", str(repo), *_SET, *args]
    environment = _environment() | dict(env_extra or {})
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, env=environment, check=False, timeout=timeout)
    except FileNotFoundError as exc:
        raise _no_git(args) from exc
    except subprocess.TimeoutExpired as exc:
        raise GitError(
            f"`git {' '.join(args)}` ran over {timeout:g} s in {repo}; it was stopped", args, 124, ""
        ) from exc
    if check and done.returncode != 0:
        raise _failed(repo, args, done.returncode, done.stderr)
    return done.stdout


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _ENVIRONMENT


def _no_git(args: tuple[str, ...]) -> GitError:
    return GitError("git is not installed or not on PATH; install git 2.31 or newer", args, 127, "")


def _failed(repo: Path, args: tuple[str, ...], code: int, said: bytes) -> GitError:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    # What git adds where the search for a repository ended at a mount point helps nobody here.
    stderr = "\n".join(line for line in lines if not line.startswith("Stopping at filesystem boundary"))
    remedy = _remedy(stderr, repo)
    message = f"`git {' '.join(args)}` failed in {repo} (exit {code}): {stderr or 'no message'}{remedy}"
    return GitError(message, args, code, stderr)


def resolve_commit(repo: Path, ref: str) -> str:
    """Return the full hash of the commit `ref` names (branch, tag, hash, HEAD).

    Raises: GitError when it does not exist, saying so when nothing has been committed yet.
    """
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    found = b"" if ref.startswith("-") else run_git(repo, *arguments, check=False).strip()
    if found:
        return found.decode("ascii")
    run_git(repo, "rev-parse", "--git-dir")  # says what is wrong when this is no repository
    head = "".join(decode_lines(run_git(repo, "symbolic-ref", "--quiet", "HEAD", check=False)))
    is_unborn = not run_git(repo, "rev-parse", "--verify", "--quiet", "HEAD", check=False)
    if is_unborn and ref in {"HEAD", head, head.removeprefix("refs/heads/")}:
        message = f"{repo}: {ref!r} has no commits yet: commit your playbook first (git add ... && git commit)"
    else:
        message = f"{repo}: there is no commit {ref!r}; name a branch, tag or commit that `git log` shows"
    raise GitError(message, arguments, 128, "")


def list_tree(repo: Path, commit: str, folder: str) -> list[TreeEntry]:
    """Return every file under `folder` at `commit`, sorted by path; also symlinks and submodules, by their mode.

    A folder that does not exist gives an empty list; one that is itself a file or link gives that one entry.
    """
    output = run_git(repo, "ls-tree", "-r", "-z", "--full-tree", commit, "--", folder)
    entries: list[TreeEntry] = []
    for record in output.split(b"\0")[:-1]:
        info, _, path = record.partition(b"\t")
        mode, _, sha = info.split(b" ")
        entries.append(TreeEntry(path.decode("utf-8", "surrogateescape"), mode.decode(), sha.decode()))
    return sorted(entries)


def decode_lines(output: bytes) -> list[str]:
    """Return the lines of `output` that are not empty, for names: bytes that are not UTF-8 survive the way back."""
    # Only a line feed ends a line here: str.splitlines would also cut a name at U+0085 or U+2028.
    return [os.fsdecode(line) for line in output.split(b"\n") if line]


def read_blobs(repo: Path, shas: Iterable[str], max_bytes: int | None = None) -> dict[str, bytes]:
    """Return the content of each blob, through one `git cat-file --batch`.

    Of one longer than `max_bytes` only its first `max_bytes` + 1 bytes: its reader sees that it is too long, and
    memory stays small. None: all of it.
    Raises: GitError when one is missing (a shallow or partial clone) or is no blob.
    """
    return _read_objects(repo, shas, ("blob", "file"), max_bytes)


def read_commits(repo: Path, shas: Iterable[str]) -> dict[str, bytes]:
    """Return each commit object byte for byte, as it was written: no setting, graft or shallow border changes it.

    Of one longer than `MAX_COMMIT_BYTES` only that much and a byte more. Raises: GitError when one is missing or is no
    commit.
    """
    return _read_objects(repo, shas, ("commit", "commit"), MAX_COMMIT_BYTES)


def object_sizes(repo: Path, shas: Iterable[str]) -> dict[str, int]:
    """Return the size in bytes of each object that is here, without reading any. Raises: GitError."""
    wanted = list(dict.fromkeys(shas))
    if not wanted:
        return {}
    form = "--batch-check=%(objectname) %(objectsize)"
    output = run_git(repo, "cat-file", form, stdin="\n".join(wanted).encode() + b"\n")
    found = (line.split(" ") for line in output.decode("ascii", "replace").splitlines())
    return {sha: int(size) for sha, size in found if size.isdecimal()}


def _read_objects(repo: Path, shas: Iterable[str], kind: tuple[str, str], limit: int | None) -> dict[str, bytes]:
    wanted = list(dict.fromkeys(shas))
    objects: dict[str, bytes] = {}
    while left := wanted[len(objects) :]:
        objects |= _read_batch(repo, left, kind, limit)
    return objects


def _read_batch(repo: Path, wanted: list[str], kind: tuple[str, str], limit: int | None) -> dict[str, bytes]:
    """Return the first of `wanted`, at least one: reading ends after an object much longer than `limit`."""
    arguments = ("cat-file", "--batch")
    # Files, not pipes: git must never wait for a reader that waits for git.
    with tempfile.TemporaryFile() as names, tempfile.TemporaryFile() as errors:
        names.write("\n".join(wanted).encode() + b"\n")
        names.seek(0)
        command = ["git", "-C", str(repo), *_SET, *arguments]
        try:
            git = subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE, stderr=errors, env=_environment())
        except FileNotFoundError as exc:
            raise _no_git(arguments) from exc
        with git:
            assert git.stdout is not None
            try:
                return _parse_batch(repo, git.stdout, wanted, kind, limit)
            except EOFError:
                git.wait()
                errors.seek(0)
                raise _failed(repo, arguments, git.returncode, errors.read()) from None
            finally:
                # Nobody reads the rest.
                git.kill()


def _parse_batch(
    repo: Path, output: IO[bytes], wanted: list[str], kind: tuple[str, str], limit: int | None
) -> dict[str, bytes]:
    objects: dict[str, bytes] = {}
    for sha in wanted:
        line = output.readline()
        if not line:
            raise EOFError
        header = line.decode("ascii", "replace").rstrip("\n").split(" ")
        if len(header) != 3 or header[1] != kind[0]:
            message = f"{repo}: object {sha} is {' '.join(header[1:])}, not a {kind[1]}; fetch the whole history"
            raise GitError(message, ("cat-file", "--batch"), 128, "")
        size = int(header[2])
        kept = size if limit is None else min(size, limit + 1)
        objects[sha] = output.read(kept)
        if size - kept > _SKIPPED_BYTES:
            break
        if len(objects[sha]) < kept or len(output.read(size - kept + 1)) <= size - kept:
            raise EOFError
    return objects


def git_common_dir(repo: Path) -> Path:
    """Return the folder that all worktrees of `repo` share (usually <repo>/.git). Raises: GitError."""
    output = run_git(repo, "rev-parse", "--path-format=absolute", "--git-common-dir")
    return Path(os.fsdecode(output.rstrip(b"\n")))


def _remedy(stderr: str, repo: Path) -> str:
    if "not a git repository" in stderr:
        return "; run `git init` there, or name the folder of your repository"
    if "dubious ownership" in stderr:
        return f"; if you trust it: git config --global --add safe.directory {repo}"
    if "cannot change to" in stderr:
        return "; correct the path"
    if "not a tree object" in stderr or "bad object" in stderr or "Not a valid object name" in stderr:
        return "; fetch the commit, or name one that exists"
    return ""
