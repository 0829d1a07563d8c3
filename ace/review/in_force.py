"""Whether a commit holds a proposal's evidence, and still says what was proposed."""

from collections.abc import Sequence
from pathlib import Path

from ace.review.base_entries import PLAIN_FILES, entries
from ace.review.commit_message import MessageFacts
from ace.review.errors import EvidenceError
from ace.review.evidence import MAX_EVIDENCE_BYTES, EvidenceRecord, evidence_path, parse_evidence
from ace.review.fingerprint import agent_of, fingerprint
from ace.review.read_for_review import read_rule_text
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule
from runtime.rules.git_read import GitError, list_tree, read_blobs
from runtime.rules.read_yaml import MAX_BYTES

_FOLDER = evidence_path("x").rpartition("/")[0]


def held_evidence(repo: Path, commit: str, proposals: Sequence[str] | None = None) -> dict[str, EvidenceRecord]:
    """Return the evidence `commit` holds that can be read and is of the proposal its file is named after, by id.

    `proposals` are the ids to look for, None for all.
    """
    if proposals is None:
        found = {entry.path: entry.sha for entry in list_tree(repo, commit, _FOLDER) if entry.mode in PLAIN_FILES}
    else:
        listed = entries(repo, commit, [evidence_path(proposal) for proposal in proposals])
        found = {path: entry.blob for path, entry in listed.items() if entry.mode in PLAIN_FILES}
    blobs = read_blobs(repo, found.values(), MAX_EVIDENCE_BYTES)
    records = (_record(blobs[blob], path) for path, blob in found.items())
    return {record.proposal: record for record in records if record is not None}


def is_in_force(repo: Path, commit: str, facts: MessageFacts, record: EvidenceRecord) -> bool:
    """Return True when `record`, evidence that `commit` holds, is of the proposal and its rule there is the proposed.

    A squashed or rebased merge leaves no reachable commit, so this is how it is told from an open proposal.
    """
    if (record.proposal, record.op, record.rule_id) != (facts.proposal, facts.op, facts.rule_id):
        return False
    path, *merged = [rule_path(record.playbook, rule_id) for rule_id in (facts.rule_id, *record.merged)]
    found = entries(repo, commit, [path, *merged])
    if any(gone in found for gone in merged):
        return False
    entry = found.get(path)
    if entry is None:
        agent = deleted_agent(repo, facts, record)
        return fingerprint(facts.op, facts.rule_id, None, agent=agent) == facts.fingerprint
    if entry.mode not in PLAIN_FILES:
        return False
    rule = _rule(read_blobs(repo, [entry.blob], MAX_BYTES)[entry.blob], path)
    return rule is not None and fingerprint(facts.op, facts.rule_id, rule, record.merged) == facts.fingerprint


def rule_path(playbook: str, rule_id: str) -> str:
    """Return where a playbook keeps the rule of this id."""
    return f"{playbook}/{rule_id.replace('.', '/', 1)}.yaml"


def rule_at(repo: Path, commit: str, path: str) -> Rule | None:
    """Return the rule that `commit` holds at `path`, None where there is nothing. Raises: GitError, RuleError."""
    entry = entries(repo, commit, [path]).get(path)
    return None if entry is None else read_rule_text(read_blobs(repo, [entry.blob], MAX_BYTES)[entry.blob], path)


def deleted_agent(repo: Path, facts: MessageFacts, record: EvidenceRecord) -> str:
    """Return the agent whose rule a proposal takes away, as its base has the rule.

    Where that cannot be read, the agent whose ids name none; a fingerprint of another agent's is then not borne out.
    """
    try:
        return agent_of(rule_at(repo, facts.base, rule_path(record.playbook, facts.rule_id)))
    except (GitError, RuleError):
        return agent_of()


def _record(data: bytes, path: str) -> EvidenceRecord | None:
    try:
        record = parse_evidence(data, path)
    except EvidenceError:
        return None
    return record if evidence_path(record.proposal) == path else None


def _rule(data: bytes, path: str) -> Rule | None:
    try:
        return read_rule_text(data, path)
    except RuleError:
        return None
