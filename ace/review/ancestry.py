"""Which commit comes from which."""

from pathlib import Path

from runtime.rules.git_read import GitError, run_git


def merge_base(repo: Path, one: str, two: str) -> str:
    """Return the best common ancestor of two commits, empty when there is none (here). Raises: GitError."""
    try:
        return run_git(repo, "merge-base", one, two).decode("ascii").strip()
    except GitError as exc:
        if exc.code == 1:
            return ""
        raise


def is_ancestor(repo: Path, old: str, new: str) -> bool:
    """Return True when `new` holds `old`; False also for an `old` that is not here. Full commit ids."""
    if old == new:
        return True
    if not run_git(repo, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{old}^{{commit}}", check=False):
        return False
    return merge_base(repo, old, new) == old


def count_ahead(repo: Path, base: str, tip: str) -> int:
    """Return how many commits `tip` holds that `base` does not. Raises: GitError."""
    return int(run_git(repo, "rev-list", "--count", tip, f"^{base}", "--"))


def is_shallow(repo: Path) -> bool:
    """Return True when the history here was cut by `git clone --depth`."""
    return run_git(repo, "rev-parse", "--is-shallow-repository").strip() == b"true"
