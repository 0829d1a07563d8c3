"""Which proposals cannot be merged with the reviewed branch, or with each other."""

import tempfile
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from ace.review.proposal_branches import Proposal
from ace.review.tree_diff import BlobChange, changed_blobs
from runtime.rules.git_read import GitError, git_common_dir, object_sizes, run_git

# Of a longer file in bytes no merge is tried: it counts as a conflict, for a person to look at.
_MAX_MERGED = 8 * 1024 * 1024


def find_conflicts(
    repo: Path, tip: str, name: str, proposals: Sequence[Proposal], changed: Mapping[str, Sequence[BlobChange]]
) -> dict[str, tuple[str, ...]]:
    """Return, by branch, the branches each proposal conflicts with; `name` stands for the reviewed branch at `tip`.

    `changed` has each proposal's changed files, by commit. Only pairs that change the same file are tried, with
    `git merge-tree`, and no object is left behind in the repository.
    """
    paths = {item.branch: {change.path for change in changed[item.commit]} for item in proposals}
    stale = [item for item in proposals if item.merge_base != tip and not item.is_merged]
    moved = changed_blobs(repo, [(tip, base) for base in sorted({item.merge_base for item in stale})])
    pairs = [
        (item.branch, item.commit, name, tip)
        for item in stale
        if paths[item.branch] & {change.path for change in moved[item.merge_base]}
    ]
    pairs += [
        (one.branch, one.commit, two.branch, two.commit)
        for one, two in combinations(proposals, 2)
        if paths[one.branch] & paths[two.branch]
    ]
    found: dict[str, list[str]] = {item.branch: [] for item in proposals}
    long = _too_long(repo, {commit for pair in pairs for commit in (pair[1], pair[3])}, changed)
    for branch, commit, other, other_commit in pairs:
        if {commit, other_commit} & long or not merges_cleanly(repo, commit, other_commit):
            found[branch].append(other)
            if other in found:
                found[other].append(branch)
    return {branch: tuple(others) for branch, others in found.items()}


def _too_long(repo: Path, commits: Collection[str], changed: Mapping[str, Sequence[BlobChange]]) -> set[str]:
    """Return the `commits` that bring a file of which git would take far too much into memory to try a merge."""
    blobs = {commit: {one.after for one in changed.get(commit, ()) if one.after and one.is_plain} for commit in commits}
    sizes = object_sizes(repo, {blob for names in blobs.values() for blob in names})
    return {commit for commit, names in blobs.items() if any(sizes.get(name, 0) > _MAX_MERGED for name in names)}


def merges_cleanly(repo: Path, one: str, two: str) -> bool:
    """Return True when git can merge two commits by itself. Needs git 2.38. Raises: GitError."""
    with tempfile.TemporaryDirectory(prefix="ace-merge-") as folder:
        objects = str(git_common_dir(repo) / "objects").replace("\\", "\\\\").replace('"', '\\"')
        env = {"GIT_OBJECT_DIRECTORY": folder, "GIT_ALTERNATE_OBJECT_DIRECTORIES": f'"{objects}"'}
        try:
            run_git(repo, "merge-tree", "--write-tree", "--no-messages", one, two, env_extra=env)
        except GitError as exc:
            if exc.code == 1:
                return False
            raise
    return True
