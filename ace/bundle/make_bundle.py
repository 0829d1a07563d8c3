"""Make a bundle of what the reviewed branch holds at one commit; the working tree and the clock have no part in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from ace.bundle.check_rules import rule_checks
from ace.errors import AceError
from ace.review.ancestry import is_ancestor
from ace.review.evidence import EvidenceRecord, parse_evidence
from ace.review.git_refs import branch_tip
from runtime.agents.registry import AGENTS, AgentSpec
from runtime.contracts.playbook import Playbook
from runtime.rules.bundle_archive import pack
from runtime.rules.bundle_manifest import MANIFEST, Manifest, checked_branch, dump_manifest, file_entry
from runtime.rules.git_read import SUBMODULE, SYMLINK, list_tree, read_blobs, resolve_commit, run_git
from runtime.rules.load_bundle import EVIDENCE_FOLDER, listed_rules
from runtime.rules.load_reviewed import injectable, parse_playbook, read_committed


@dataclass(frozen=True)
class Wanted:
    """What to bundle: the playbook folder of `agent` on `branch`, at `ref` ("" for the branch's tip).

    `agents`: those whose conditions and tests can be checked.
    """

    branch: str
    playbook: str
    agent: str
    ref: str = ""
    agents: Mapping[str, AgentSpec] = field(default_factory=lambda: AGENTS)


@dataclass(frozen=True)
class Made:
    """A bundle's bytes, what it says of itself, and how many evidence records are in it."""

    data: bytes
    manifest: Manifest
    evidence: int


def make_bundle(repo: Path, wanted: Wanted) -> Made:
    """Return the bundle of the rules at a commit of the reviewed branch, their tests and their evidence.

    The same commit, branch, agent and version of ACE give the same bytes.
    Raises: AceError for a commit that the reviewed branch does not hold, no rule for the agent, or rules that `ace
    verify` would refuse; RuleError, EvidenceError, BundleError for files that cannot be read or bundled.
    """
    _refuse_branch(wanted.branch)
    tip = branch_tip(repo, wanted.branch)
    commit = resolve_commit(repo, wanted.ref) if wanted.ref else tip
    if not is_ancestor(repo, commit, tip):
        raise AceError(
            f"commit {commit[:12]} is not on the reviewed branch {wanted.branch}: only reviewed rules are bundled; "
            "merge it first, or name a commit that is there"
        )
    read = read_committed(repo, commit, wanted.playbook)
    playbook = parse_playbook(read.files, read.folder, commit)
    _refuse_unusable(playbook, wanted)
    evidence = dict(_evidence(repo, commit, {rule.id for rule in playbook.rules}))
    files = {**read.files, **evidence}
    manifest = Manifest(
        schema=1,
        kind="ace-bundle",
        commit=commit,
        branch=wanted.branch,
        created=_committed_at(repo, commit),
        playbook=read.folder,
        agent=wanted.agent,
        ace_version=version("ace-optimizer"),
        rules=listed_rules(playbook),
        files=tuple(file_entry(path, files[path]) for path in sorted(files)),
    )
    return Made(pack({**files, MANIFEST: dump_manifest(manifest)}), manifest, len(evidence))


def _refuse_branch(name: str) -> None:
    try:
        checked_branch(name)
    except ValueError as exc:
        raise AceError(f"branch {name!a}: {exc}; bundle from a branch with a plain name") from exc


def _refuse_unusable(playbook: Playbook, wanted: Wanted) -> None:
    if not injectable(playbook, wanted.agent):
        raise AceError(
            f"{playbook.path} at {playbook.commit[:12]} holds no rule in use for agent {wanted.agent!r}; "
            "name another with --agent"
        )
    failed = [check for check in rule_checks(playbook, wanted.agents) if not check.ok]
    if failed:
        raise AceError("\n".join(f"{check.name}: {check.detail}" for check in failed))


def bundled_evidence(data: bytes, where: str, ids: set[str]) -> EvidenceRecord | None:
    """Return the record in `data` when it is about one of the rules `ids`. Raises: EvidenceError."""
    record = parse_evidence(data, where)
    return record if ids & {record.rule_id, *record.merged} else None


def _evidence(repo: Path, commit: str, ids: set[str]) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the evidence records at `commit` that are about one of the rules `ids`."""
    entries = [entry for entry in list_tree(repo, commit, EVIDENCE_FOLDER[:-1]) if entry.path.endswith(".json")]
    for entry in entries:
        if entry.mode in {SYMLINK, SUBMODULE}:
            raise AceError(f"{commit[:12]}:{entry.path}: is a link; commit the file itself")
    blobs = read_blobs(repo, (entry.sha for entry in entries))
    for entry in entries:
        if bundled_evidence(blobs[entry.sha], f"{commit[:12]}:{entry.path}", ids) is not None:
            yield entry.path, blobs[entry.sha]


def _committed_at(repo: Path, commit: str) -> str:
    seconds = int(run_git(repo, "log", "-1", "--format=%ct", commit, "--"))
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
