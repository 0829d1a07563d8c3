"""What a repository says of a bundle: whether its commit was reviewed there, and whether its rules still are."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ace.bundle.check_rules import Check
from ace.review.ancestry import count_ahead, is_ancestor
from ace.review.diff_model import compare_playbooks
from ace.review.git_refs import branch_tip
from ace.text.counted import counted
from runtime.agents.registry import AGENTS, AgentSpec
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import Playbook
from runtime.rules.git_read import list_tree, read_blobs
from runtime.rules.load_bundle import EVIDENCE_FOLDER, Bundle
from runtime.rules.load_reviewed import load_reviewed, read_committed

_SHOWN = 5


class Repository(NamedTuple):
    """A repository, the branch that is reviewed in it, the folder its playbook is in now, and its agents."""

    repo: Path
    branch: str
    playbook: str
    agents: Mapping[str, AgentSpec] = AGENTS


def repository_checks(bundle: Bundle, playbook: Playbook, repository: Repository) -> Iterator[Check]:
    """Yield whether the bundle's commit is on the reviewed branch, its files are those of that commit, and how the
    rules there differ by now (which is no fault of the bundle)."""
    repo, branch = repository.repo, repository.branch
    tip, commit = branch_tip(repo, branch), bundle.manifest.commit
    if not is_ancestor(repo, commit, tip):
        yield Check("reviewed", False, f"commit {commit[:12]} is not on {branch} in {repo}; fetch it, or do not use it")
        return
    behind = count_ahead(repo, commit, tip)
    where = "its tip" if not behind else f"{counted(behind, 'commit')} behind its tip"
    yield Check("reviewed", True, f"commit {commit[:12]} is on {branch}, {where}")
    wrong = _other_files(bundle, repo)
    same = f"every file is as it is at {commit[:12]}"
    yield Check("same files", not wrong, f"not as at {commit[:12]}: {', '.join(wrong)}" if wrong else same)
    yield Check("rules now", True, _rules_now(playbook, repository, tip))


def _other_files(bundle: Bundle, repo: Path) -> list[str]:
    """Return the first few paths that the bundle holds otherwise than its commit does."""
    commit, folder = bundle.manifest.commit, bundle.manifest.playbook
    try:
        there = dict(read_committed(repo, commit, folder).files)
    except RuleError as exc:
        return [str(exc)]
    entries = {entry.path: entry.sha for entry in list_tree(repo, commit, EVIDENCE_FOLDER[:-1])}
    held = {path: data for path, data in bundle.files.items() if path.startswith((f"{folder}/", EVIDENCE_FOLDER))}
    blobs = read_blobs(repo, (entries[path] for path in held if path in entries))
    there |= {path: blobs[entries[path]] for path in held if path in entries}
    differ = sorted(path for path in there.keys() | held.keys() if there.get(path) != held.get(path))
    return differ[:_SHOWN]


def _rules_now(playbook: Playbook, repository: Repository, tip: str) -> str:
    try:
        now = load_reviewed(repository.repo, tip, repository.playbook)
    except RuleError as exc:
        return f"the rules on {repository.branch} cannot be read: {exc}"
    changes = compare_playbooks(playbook, now)
    if not changes:
        return f"the same on {repository.branch} now"
    named = ", ".join(f"{change.rule_id} {change.kind}" for change in changes[:_SHOWN])
    more = f" and {len(changes) - _SHOWN} more" if len(changes) > _SHOWN else ""
    return f"{counted(len(changes), 'rule')} changed on {repository.branch} since: {named}{more}"
