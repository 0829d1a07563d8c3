"""Proposals as git branches: one change to one rule, or one merge, one commit, one branch `ace/p/<12 hex>`."""

from collections.abc import Mapping
from pathlib import Path

from ace.review.ancestry import is_ancestor
from ace.review.base_entries import entries
from ace.review.body import render_body
from ace.review.commit_message import proposal_message
from ace.review.diff_model import compare_rules
from ace.review.errors import EvidenceError, ProposalError
from ace.review.evidence import MAX_EVIDENCE_BYTES, EvidenceRecord, dump_evidence, evidence_path, parse_evidence
from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from ace.review.git_plumbing import Identity, commit_tree, tree_of, write_tree
from ace.review.git_refs import RefMove, ref_commit, update_refs
from ace.review.proposal_branches import PREFIX, Proposal, read_branch
from ace.review.tree_diff import is_rule_file
from runtime.contracts.rule import Rule
from runtime.rules.git_read import read_blobs, resolve_commit
from runtime.rules.read_rule import parse_rule, rule_id_of_path
from runtime.rules.read_yaml import MAX_BYTES

# Below it a ref for each proposal that was opened, at the commit its branch was last written at.
OPENED = "refs/ace/opened/"
__all__ = ["OPENED", "branch_name", "fingerprint", "load_evidence", "open_proposal", "proposal_id"]


def branch_name(proposal: str) -> str:
    """Return the branch of a proposal id."""
    return f"ace/p/{proposal}"


def open_proposal(
    repo: Path,
    base: str,
    changes: Mapping[str, bytes | None],
    evidence: EvidenceRecord,
    identity: Identity,
    *,
    when: str | None = None,
    replaces: str | None = None,
) -> Proposal:
    """Return the proposal after writing its one commit and its branch; nothing is written when it is already there.

    Beside the branch, `refs/ace/opened/<id>` keeps where it was written, also when the branch is deleted later.

    `changes` maps paths to bytes (None removes) and holds the rule's file, and those that a merge takes away; the
    evidence file is added here.
    `replaces` is the commit an untouched older version of this branch is at, to refresh it on a new base. A branch
    that `base` already holds, though not what it changed any more (merged, then reverted), is replaced unasked.

    Raises: ProposalError when changes and evidence disagree, nothing changes, or the branch exists with another
        content and `replaces` does not name it or a person worked on it; BranchMovedError, BranchBlockedError;
        RuleError when the rule after the change cannot be read; as `commit_files` for paths.
    """
    base_commit = resolve_commit(repo, base)
    before, after = _rule_on_both_sides(repo, base_commit, changes, evidence.rule_id)
    mark = _agreed_fingerprint(evidence, base_commit, before, after)
    gone = _merged_rules(repo, base_commit, changes, evidence)
    path = evidence_path(evidence.proposal)
    if path in changes:
        raise ProposalError(f"{path} is written with the proposal; leave it out of the changes")
    ref = PREFIX + evidence.proposal
    tree = write_tree(repo, base_commit, {**changes, path: dump_evidence(evidence)})
    current = ref_commit(repo, ref)
    if current and tree_of(repo, current) == tree:
        return read_branch(repo, evidence.proposal)
    if current:
        _check_may_replace(repo, evidence.proposal, (current, base_commit), replaces)
    message = proposal_message(evidence, mark, render_body(evidence, before, after, gone=gone))
    commit = commit_tree(repo, tree, base_commit, message, (identity, when))
    zeros = "0" * len(commit)
    mark_ref = OPENED + evidence.proposal
    # Together: a branch that is gone while this stands was deleted by somebody, which is a decision.
    update_refs(
        repo,
        [
            RefMove(ref, commit, current or zeros),
            RefMove(mark_ref, commit, ref_commit(repo, mark_ref) or zeros),
        ],
    )
    return read_branch(repo, evidence.proposal)


def close_proposal(repo: Path, proposal: Proposal) -> None:
    """Delete the branch of a proposal that nobody worked on, and forget that it was opened: no decision of a person.

    Raises: ProposalError when a person worked on it, BranchMovedError, BranchBlockedError when it is checked out.
    """
    if not proposal.is_untouched:
        raise ProposalError(f"{proposal.branch} holds a person's work, so it is not deleted")
    zeros = "0" * len(proposal.commit)
    moves = [RefMove(PREFIX + proposal.id, zeros, proposal.commit)]
    if opened := ref_commit(repo, OPENED + proposal.id):
        moves.append(RefMove(OPENED + proposal.id, zeros, opened))
    update_refs(repo, moves)


def load_evidence(repo: Path, commit: str, proposal: str) -> EvidenceRecord:
    """Return the evidence that `commit` holds for a proposal id.

    Raises: EvidenceError when there is none, or it cannot be read, or it is that of another proposal.
    """
    path = evidence_path(proposal)
    entry = entries(repo, commit, [path]).get(path)
    if entry is None:
        raise EvidenceError(f"commit {commit[:12]} holds no {path}; the branch was not written by a cycle")
    data = read_blobs(repo, [entry.blob], MAX_EVIDENCE_BYTES)[entry.blob]
    record = parse_evidence(data, f"{commit[:12]}:{path}")
    if record.proposal != proposal:
        raise EvidenceError(f"{commit[:12]}:{path} is the evidence of proposal {record.proposal}")
    return record


def _rule_on_both_sides(
    repo: Path, base: str, changes: Mapping[str, bytes | None], rule_id: str
) -> tuple[Rule | None, Rule | None]:
    paths = [path for path in changes if is_rule_file(path) and rule_id_of_path(path) == rule_id]
    old = entries(repo, base, paths)
    blobs = read_blobs(repo, [entry.blob for entry in old.values()], MAX_BYTES)
    before = [parse_rule(blobs[entry.blob], path) for path, entry in old.items()]
    after = [parse_rule(data, path) for path in paths if (data := changes[path]) is not None]
    if len(before) > 1 or len(after) > 1:
        raise ProposalError(f"the changes hold rule {rule_id} in two files: {', '.join(sorted(paths))}")
    return next(iter(before), None), next(iter(after), None)


def _merged_rules(
    repo: Path, base: str, changes: Mapping[str, bytes | None], evidence: EvidenceRecord
) -> tuple[Rule, ...]:
    """Return the rules that a merge takes away. Raises: ProposalError when the changes do not take each away."""
    rules = []
    for rule_id in evidence.merged:
        before, after = _rule_on_both_sides(repo, base, changes, rule_id)
        if before is None or after is not None:
            raise ProposalError(
                f"the evidence says that {rule_id} is merged into {evidence.rule_id}, but it is "
                f"{'there' if before else 'missing'} before and {'there' if after else 'missing'} after the changes"
            )
        rules.append(before)
    return tuple(rules)


def _agreed_fingerprint(evidence: EvidenceRecord, base: str, before: Rule | None, after: Rule | None) -> str:
    sides = {"add": (False, True), "edit": (True, True), "delete": (True, False), "merge": (True, True)}[evidence.op]
    if (before is not None, after is not None) != sides:
        raise ProposalError(
            f"the evidence says {evidence.op} {evidence.rule_id}, but the rule is "
            f"{'there' if before else 'missing'} before and {'there' if after else 'missing'} after the changes"
        )
    if before and after and not compare_rules(before, after):
        raise ProposalError(
            f"the changes leave what rule {evidence.rule_id} says as it is; there is nothing to propose"
        )
    if evidence.base != base:
        raise ProposalError(
            f"the evidence was measured on {evidence.base[:12]}, not on base {base[:12]}; measure it again"
        )
    mark = fingerprint(evidence.op, evidence.rule_id, after, evidence.merged, agent=agent_of(after, before))
    if proposal_id(mark) != evidence.proposal:
        raise ProposalError(f"the evidence is of proposal {evidence.proposal}, but the changes are {proposal_id(mark)}")
    return mark


def _check_may_replace(repo: Path, proposal: str, commits: tuple[str, str], replaces: str | None) -> None:
    """Raise ProposalError unless the branch may go. `commits`: where it is, and the base of what comes instead."""
    branch = branch_name(proposal)
    current, base = commits
    # What the changes would do is not done at the base, so a base that holds the branch has taken it back.
    if replaces != current and not is_ancestor(repo, current, base):
        raise ProposalError(
            f"{branch} exists at {current[:12]} with another content; it is replaced once the reviewed branch has "
            f"moved; to start over now: git branch -D {branch}"
        )
    if not read_branch(repo, proposal).is_untouched:
        raise ProposalError(
            f"{branch} holds a person's work at {current[:12]}; leave it, or keep that work under another name first: "
            f"git branch -m {branch} NAME"
        )
