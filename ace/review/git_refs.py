"""Branches created and moved by compare-and-swap, and the branch that counts as reviewed."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ace.review.errors import BranchBlockedError, BranchMovedError, NoBaseError, ReviewError
from ace.review.git_plumbing import QUIET
from runtime.rules.git_read import GitError, decode_lines, run_git

_HEADS = "refs/heads/"
# Below it every branch holds drafts: such a name never counts as reviewed.
_OURS = "ace/"
# Git names the file that another git would have to give up.
_LOCK = re.compile(r"Unable to create '([^\n]+\.lock)'")
_USUAL_NAMES = ("main", "master", "trunk")


class RefMove(NamedTuple):
    """A ref that goes from `old` to `new`, full commit ids. `old` zeros: it must not exist; `new` zeros: it goes."""

    ref: str
    new: str
    old: str


def create_branch(repo: Path, name: str, commit: str) -> None:
    """Create branch `name` at `commit`, which is a full commit id.

    Raises: BranchMovedError when it exists, BranchBlockedError when another branch's name is in the way,
        ReviewError for a name git does not allow.
    """
    update_ref(repo, _HEADS + name, commit, "0" * len(commit))


def update_ref(repo: Path, ref: str, new: str, old: str) -> None:
    """Move `ref` from `old` to `new`, both full commit ids, only if it is at `old`. Zeros: it must not exist yet.

    Raises: as `create_branch`; BranchBlockedError also when a worktree has the branch checked out.
    """
    update_refs(repo, [RefMove(ref, new, old)])


def update_refs(repo: Path, moves: Sequence[RefMove]) -> None:
    """Make all `moves` or none, in one transaction, each only if its ref is where it is said to be.

    Raises: as `update_ref`.
    """
    for move in moves:
        _check_name(repo, move.ref)
        if move.ref.startswith(_HEADS):
            _check_not_checked_out(repo, move.ref)
            check_name_is_free(repo, move.ref)
    lines = "".join(f"option no-deref\0{_command(move)}" for move in moves)
    try:
        run_git(repo, *QUIET, "update-ref", "-m", "ace: proposal", "--stdin", "-z", stdin=os.fsencode(lines))
    except GitError as exc:
        if moved := next((move for move in moves if ref_commit(repo, move.ref) != _expected(move)), None):
            raise BranchMovedError(_moved(repo, moved)) from exc
        if lock := _LOCK.search(exc.stderr):
            raise BranchBlockedError(
                f"{lock[1]} is in the way, of a git that runs or was stopped; once no git runs here, delete that file "
                "and run this again"
            ) from exc
        raise


def _command(move: RefMove) -> str:
    return f"update {move.ref}\0{move.new}\0{move.old}\0" if move.new.strip("0") else f"delete {move.ref}\0{move.old}\0"


def _expected(move: RefMove) -> str:
    return move.old if move.old.strip("0") else ""


def _moved(repo: Path, move: RefMove) -> str:
    current, expected = ref_commit(repo, move.ref), _expected(move)
    place = f"is at {current[:12]}" if current else "does not exist"
    wanted = f"at {expected[:12]}" if expected else "not to exist"
    return f"{move.ref} {place}, expected {wanted}; list the proposals again before writing"


def ref_commit(repo: Path, ref: str) -> str:
    """Return the full id of the commit `ref` names, empty when there is no such ref."""
    return (
        run_git(repo, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}", check=False)
        .decode("ascii")
        .strip()
    )


def default_branch(repo: Path, configured: str | None = None) -> str:
    """Return the short name of the reviewed branch. The first of these that applies decides:

    1. the configured name;
    2. the HEAD of a remote, origin's first;
    3. the one of main, master and trunk that is a local branch, when it is the only one of them: a feature branch
       that happens to be checked out is not reviewed;
    4. the branch that is checked out.

    With a detached HEAD only 1 and 2 can decide. A branch below `ace/` holds drafts and never counts as reviewed,
    wherever its name comes from.
    Raises: NoBaseError when none of these names a branch with a commit, or the one that decides is below `ace/`.
    """
    if configured:
        _refuse_draft(repo, configured, "is configured as the reviewed branch")
        branch_tip(repo, configured)
        return configured
    for remote in remotes(repo):
        head = _symbolic(repo, f"refs/remotes/{remote}/HEAD")
        name = head.removeprefix(f"refs/remotes/{remote}/")
        if head and branch_tip_or_none(repo, name):
            _refuse_draft(repo, name, f"is the HEAD of remote {remote!r}")
            return name
    return _local_default(repo)


def _local_default(repo: Path) -> str:
    current = _symbolic(repo, "HEAD").removeprefix(_HEADS)
    if not current:
        raise NoBaseError(f"{repo}: HEAD is detached and no remote says which branch is reviewed; configure its name")
    usual = [name for name in _USUAL_NAMES if ref_commit(repo, _HEADS + name)]
    if len(usual) == 1:
        return usual[0]
    _refuse_draft(repo, current, "is checked out")
    if not branch_tip_or_none(repo, current):
        raise NoBaseError(f"{repo}: branch {current!r} has no commit yet; commit the playbooks first, then run again")
    return current


def _refuse_draft(repo: Path, name: str, how: str) -> None:
    """Raise NoBaseError for a name that stands for drafts, or for whatever is checked out."""
    if name.startswith(_OURS):
        why = f"branches below {_OURS} hold drafts that nobody has reviewed"
    elif name == "HEAD":
        why = "HEAD is whatever is checked out, reviewed or not"
    else:
        return
    raise NoBaseError(
        f"{repo}: {name!r} {how}, but {why}; name the reviewed one (`branch: main` in ace.yaml), or check it out"
    )


def reviewed_tip(repo: Path, configured: str | None = None) -> tuple[str, str]:
    """Return the name of the reviewed branch and the full commit id at its tip. Raises: as `default_branch`."""
    if configured:
        _refuse_draft(repo, configured, "is configured as the reviewed branch")
    name = configured or default_branch(repo)
    return name, branch_tip(repo, name)


def branch_tip(repo: Path, branch: str) -> str:
    """Return the full commit id at the tip of `branch`, the local one first, else the remote's.

    Raises: NoBaseError when neither exists.
    """
    tip = branch_tip_or_none(repo, branch)
    if tip:
        return tip
    if not run_git(repo, "rev-list", "--all", "--max-count=1"):
        raise NoBaseError(
            f"{repo}: there are no commits yet, so branch {branch!r} does not exist; commit your playbook first "
            "(git add ... && git commit), then run again"
        )
    raise NoBaseError(f"{repo}: there is no branch {branch!r}, here or at the remote; fetch it or name another")


def branch_tip_or_none(repo: Path, branch: str) -> str | None:
    """Return what `branch_tip` returns, or None when there is no such branch."""
    if local := ref_commit(repo, _HEADS + branch):
        return local
    refs = (f"refs/remotes/{remote}/{branch}" for remote in remotes(repo))
    return next((commit for ref in refs if (commit := ref_commit(repo, ref))), None)


def remotes(repo: Path) -> list[str]:
    """Return the names of the remotes, origin first."""
    names = decode_lines(run_git(repo, "remote"))
    return sorted(names, key=lambda name: (name != "origin", name))


def shared_with(repo: Path, name: str) -> str:
    """Return `name` where it is a remote here, else the first there is, "" without any: what a command can push to."""
    known = remotes(repo)
    return name if name in known else next(iter(known), "")


def _symbolic(repo: Path, ref: str) -> str:
    return "".join(decode_lines(run_git(repo, "symbolic-ref", "--quiet", ref, check=False)))


def _check_name(repo: Path, ref: str) -> None:
    if not ref.startswith("refs/"):
        raise ReviewError(f"{ref!r} is not a full ref name; write refs/heads/<branch>")
    try:
        run_git(repo, "check-ref-format", ref)
    except GitError as exc:
        raise ReviewError(f"{ref!r} is not a name git allows for a ref; use letters, digits, '-' and '/'") from exc


def _check_not_checked_out(repo: Path, ref: str) -> None:
    fields = os.fsdecode(run_git(repo, "worktree", "list", "--porcelain", "-z")).split("\0")
    place = ""
    for field in fields:
        if field.startswith("worktree "):
            place = field.removeprefix("worktree ")
        elif field == f"branch {ref}":
            name = ref.removeprefix(_HEADS)
            raise BranchBlockedError(
                f"branch {name} is checked out in {place}; switch that folder to another branch first"
            )


def check_name_is_free(repo: Path, ref: str) -> None:
    """Return when a branch of this full name can be made, or is there. Raises: BranchBlockedError naming the other."""
    parts = ref.removeprefix(_HEADS).split("/")
    above = [_HEADS + "/".join(parts[:count]) for count in range(1, len(parts))]
    listing = decode_lines(run_git(repo, "for-each-ref", "--format=%(refname)", *above, ref))
    for found in listing:
        if found in above:
            name = found.removeprefix(_HEADS)
            raise BranchBlockedError(
                f"a branch named {name!r} keeps git from creating {name}/...; "
                f"rename it: git branch -m {name} {name}-old"
            )
        if found.startswith(f"{ref}/"):
            raise BranchBlockedError(f"branch {found.removeprefix(_HEADS)!r} keeps git from creating {'/'.join(parts)}")
