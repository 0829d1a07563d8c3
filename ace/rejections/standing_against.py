"""Which proposals a person's decision stands against. `ace diff` asks it too, so nothing is imported without need."""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.rules.git_read import run_git

if TYPE_CHECKING:
    from ace.rejections.rejection import Rejection

_ID = re.compile(r"[0-9a-f]{12}")


def rejected_ids(remote: str, today: str) -> Callable[[Path, str, Sequence[str]], frozenset[str]]:
    """Return what finds those of the ids given that are rejected `today`, in a repository at a reviewed commit."""
    return lambda repo, reviewed, ids: frozenset(standing_against(repo, reviewed, ids, (remote, today)))


def standing_against(
    repo: Path, reviewed: str, proposals: Iterable[str], known_at: tuple[str, str]
) -> "Mapping[str, Rejection]":
    """Return the rejections that stand against `proposals` (ids), by id. `known_at`: the remote's name, and the day.

    Rejections are read only where there is a file of one of the ids.
    Raises: as `known_rejections`.
    """
    remote, today = known_at
    wanted = {name for name in proposals if _ID.fullmatch(name)}
    commits = (reviewed, "refs/heads/ace/rejected", f"refs/remotes/{remote}/ace/rejected")
    if not wanted or not _has_file(repo, commits, wanted):
        return {}
    from ace.rejections.known_rejections import known_rejections, standing
    from ace.review.fingerprint import proposal_id

    found = {proposal_id(one.fingerprint): one for one in standing(known_rejections(repo, reviewed, remote), today)}
    return {name: one for name, one in found.items() if name in wanted}


def rejection_words(rejection: "Rejection") -> str:
    """Return who rejected a proposal when and why, in one line."""
    return f"rejected on {rejection.date} by {rejection.by}: {' '.join(rejection.reason.split())}"


def _has_file(repo: Path, commits: Iterable[str], proposals: Iterable[str]) -> bool:
    names = tuple(proposals)
    asked = "".join(f"{commit}:.ace/rejected/{name}.yaml\n" for commit in commits for name in names)
    answer = run_git(repo, "cat-file", "--batch-check", stdin=os.fsencode(asked))
    return any(not line.endswith(b" missing") for line in answer.splitlines())
