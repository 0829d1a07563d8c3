"""The branch that rejections are committed to, by git plumbing alone; people merge it when they like."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.rejections.read_rejections import FOLDER
from ace.review.ancestry import is_ancestor
from ace.review.errors import BranchMovedError
from ace.review.git_plumbing import Identity, commit_files
from ace.review.git_refs import ref_commit, update_ref
from runtime.rules.git_read import decode_lines, list_tree, read_blobs, run_git
from runtime.rules.read_yaml import MAX_BYTES

BRANCH = "ace/rejected"
_REF = f"refs/heads/{BRANCH}"
_TRIES = 5


@dataclass(frozen=True)
class Keeping:
    """Where rejections are kept: the repository, the tip of its reviewed branch, and the remote they are shared at."""

    repo: Path
    reviewed: str
    remote: str = "origin"


def rejected_tips(repo: Path, remote: str) -> tuple[str, ...]:
    """Return the commits the branch is at: here, and as last fetched from `remote`; one where that holds the other."""
    theirs = f"refs/remotes/{remote}/{BRANCH}"
    listing = decode_lines(run_git(repo, "for-each-ref", "--format=%(refname) %(objectname)", _REF, theirs))
    at = {ref: commit for ref, _, commit in (line.partition(" ") for line in listing)}
    here, there = at.get(_REF, ""), at.get(theirs, "")
    if not (here and there):
        return (here or there,) if here or there else ()
    if is_ancestor(repo, there, here):
        return (here,)
    return (there,) if is_ancestor(repo, here, there) else (here, there)


def commit_rejections(
    keeping: Keeping, changes: Mapping[str, bytes], message: str, signature: tuple[Identity, str | None]
) -> str:
    """Return the commit that holds `changes` (paths below `.ace/rejected/`) after moving the branch to it.

    It goes on from the branch's tip, from the fetched one where both have commits of their own (then with the files
    that are only here); anew from the reviewed branch where that already holds all of it. `signature` is who and when.
    Where the branch holds the very files already, it stays where it is.
    Raises: BranchMovedError when others write to it all the time; BranchBlockedError, ReviewError, GitError.
    """
    for left in reversed(range(_TRIES)):
        here = ref_commit(keeping.repo, _REF)
        tips = [tip for tip in rejected_tips(keeping.repo, keeping.remote) if not _is_held(keeping, tip)]
        parent = tips[-1] if tips else keeping.reviewed
        own = _only_here(keeping.repo, *tips) if len(tips) > 1 else {}
        identity, when = signature
        commit = commit_files(keeping.repo, parent, {**own, **changes}, message, identity, when=when)
        if commit in {here, keeping.reviewed}:
            return commit
        try:
            update_ref(keeping.repo, _REF, commit, here or "0" * len(commit))
        except BranchMovedError:
            # Somebody rejected something at the same moment: theirs is kept, ours goes on top of it.
            if not left:
                raise
            continue
        return commit
    raise AssertionError("the last try returns or raises")


def _is_held(keeping: Keeping, tip: str) -> bool:
    """Return True when the reviewed branch holds the branch, or every rejection on it byte for byte (a squash)."""
    if is_ancestor(keeping.repo, tip, keeping.reviewed):
        return True
    theirs, ours = (
        {(entry.path, entry.sha) for entry in list_tree(keeping.repo, commit, FOLDER)}
        for commit in (tip, keeping.reviewed)
    )
    return theirs <= ours


def _only_here(repo: Path, here: str, there: str) -> dict[str, bytes]:
    """Return the files that only the branch here has; of one on both sides the fetched one is kept."""
    known = {entry.path for entry in list_tree(repo, there, FOLDER)}
    own = {entry.path: entry.sha for entry in list_tree(repo, here, FOLDER) if entry.path not in known}
    blobs = read_blobs(repo, own.values(), MAX_BYTES)
    # A longer file is no rejection, and half of one would be another.
    return {path: blobs[sha] for path, sha in own.items() if len(blobs[sha]) <= MAX_BYTES}
