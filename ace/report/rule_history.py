"""A rule's life in git: which commits touched its file, and from which proposals they came."""

from pathlib import Path
from typing import NamedTuple


class RuleCommit(NamedTuple):
    """One commit that touched a rule file, newest first."""

    commit: str
    date: str
    subject: str
    proposal: str


def rule_history(repo: Path, ref: str, path: str, limit: int = 20) -> tuple[RuleCommit, ...]:
    """Return the commits on `ref` that touched `path`, merges left out. The repository is closed before returning."""
    from git import Repo

    opened = Repo(repo)
    try:
        # The caller's GIT_DIR must not point git elsewhere.
        opened.git.update_environment(GIT_DIR=str(opened.git_dir), GIT_CEILING_DIRECTORIES="")
        commits = list(opened.iter_commits(ref, paths=path, max_count=limit, no_merges=True))
        return tuple(
            RuleCommit(
                commit.hexsha,
                commit.committed_datetime.strftime("%Y-%m-%d"),
                str(commit.summary),
                _trailer(str(commit.message), "ACE-Proposal"),
            )
            for commit in commits
        )
    finally:
        opened.close()


def _trailer(message: str, name: str) -> str:
    start = f"{name}: "
    return next((line.removeprefix(start) for line in message.splitlines() if line.startswith(start)), "")
