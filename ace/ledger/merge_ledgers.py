"""Two ledgers made one: every use that either has counts once."""

from pathlib import Path

from ace.ledger.ledger import Ledger
from ace.ledger.ledger_commit import commit_ledger
from ace.ledger.ledger_ref import changed_files, read_ledger, swap
from ace.review.git_plumbing import Identity
from runtime.rules.git_read import resolve_commit, run_git


def merge_ledgers(repo: Path, other: str, identity: Identity) -> Ledger:
    """Return this repository's ledger after uniting it with the one at commit `other`, for example FETCH_HEAD.

    Nothing moves when `other` adds nothing; where it holds all that is here and more, the ledger moves on to it.
    Raises: GitError when there is no such commit, LedgerError when it, or what is here, is no ledger.
    """
    theirs = read_ledger(repo, resolve_commit(repo, other))

    def commit(tip: str) -> str:
        if not tip:
            return theirs.commit
        ours = read_ledger(repo, tip)
        files = changed_files(ours, theirs)
        if not files:
            return tip
        if _is_ancestor(repo, tip, theirs.commit) and not changed_files(theirs, ours):
            return theirs.commit
        message = f"Merge the ledger at {theirs.commit[:12]}\n"
        return commit_ledger(repo, [tip, theirs.commit], files, message, identity)

    return read_ledger(repo, swap(repo, commit))


def _is_ancestor(repo: Path, older: str, newer: str) -> bool:
    base = run_git(repo, "merge-base", older, newer, check=False).decode("ascii").strip()
    return base == older
