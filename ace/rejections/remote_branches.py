"""What a remote has now, and the commits that count as reviewed as far as they are here."""

from pathlib import Path
from typing import NamedTuple

from ace.review.git_plumbing import QUIET
from ace.review.git_refs import ref_commit
from runtime.rules.git_read import GitError, decode_lines, run_git

_PROPOSALS = "refs/heads/ace/p/"
_PATIENCE = ("-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=60")


class ThereNow(NamedTuple):
    """Proposals with a branch at the remote; `reviewed`: where its reviewed branch is, empty when it has none.

    `is_fetched`: that commit is here too.
    """

    proposals: frozenset[str]
    reviewed: str
    is_fetched: bool


def there_now(repo: Path, remote: str, reviewed: str) -> ThereNow | None:
    """Return what `remote` has, asked now; None when it gives no answer. `reviewed`: name of the reviewed branch."""
    wanted = f"refs/heads/{reviewed}"
    arguments = ("ls-remote", "--quiet", "--heads", "--", remote, f"{_PROPOSALS}*", wanted)
    try:
        listing = decode_lines(run_git(repo, *QUIET, *_PATIENCE, *arguments))
    except GitError:
        return None
    refs = {ref: commit for commit, _, ref in (line.partition("\t") for line in listing)}
    tip = refs.get(wanted, "")
    return ThereNow(
        frozenset(ref.removeprefix(_PROPOSALS) for ref in refs if ref.startswith(_PROPOSALS)),
        tip,
        not tip or _is_here(repo, tip),
    )


def reviewed_tips(repo: Path, branch: str, *tips: str) -> tuple[str, ...]:
    """Return `tips` that are not empty, and where the reviewed branch was at each remote when it was last fetched."""
    remotes = decode_lines(run_git(repo, "remote"))
    found = (ref_commit(repo, f"refs/remotes/{remote}/{branch}") for remote in remotes)
    return tuple(dict.fromkeys(commit for commit in (*tips, *found) if commit))


def _is_here(repo: Path, commit: str) -> bool:
    return bool(
        run_git(repo, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}", check=False)
    )
