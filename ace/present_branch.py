"""The branch that a fresh set-up is reviewed on."""

from pathlib import Path

from runtime.rules.git_read import run_git

_USUAL = ("main", "master")


def present_branch(repo: Path) -> str:
    """Return the branch checked out in `repo`, also before its first commit.

    With none checked out one that has the present commit, else any branch there is, the usual names first; else main.
    """
    found = _lines(repo, "symbolic-ref", "--quiet", "--short", "HEAD")
    if found:
        return found[0]
    names = ("for-each-ref", "--format=%(refname:lstrip=2)")
    branches = _lines(repo, *names, "--contains", "HEAD", "refs/heads") or _lines(repo, *names, "refs/heads")
    return next((name for name in (*_USUAL, *branches) if name in branches), _USUAL[0])


def _lines(repo: Path, *arguments: str) -> list[str]:
    return run_git(repo, *arguments, check=False).decode("utf-8", "replace").split()
