"""What an open proposal changes, read from its commit on three sides."""

from pathlib import Path

from ace.curator.draft import Draft
from ace.cycle.proposal_replay import Proposed, Replayed, Sides
from ace.errors import AceError
from ace.review.base_entries import entries
from ace.review.evidence import MAX_EVIDENCE_BYTES, EvidenceRecord, evidence_path
from ace.review.proposal_branches import Proposal
from ace.review.tree_diff import changed_blobs
from runtime.contracts.playbook import Playbook
from runtime.rules.git_read import read_blobs
from runtime.rules.load_reviewed import path_of_test


def read_proposed(repo: Path, playbook: Playbook, proposal: Proposal, record: EvidenceRecord) -> Proposed:
    """Return what a proposal does to which files, on three sides: where it began, as proposed, in `playbook`.

    Raises: AceError when it is of another playbook, or changes what is no plain file.
    """
    if record.playbook != playbook.path:
        raise AceError(f"{proposal.branch} is of the playbook {record.playbook}, configured is {playbook.path}")
    changed = [
        change
        for change in changed_blobs(repo, [(proposal.merge_base, proposal.commit)])[proposal.commit]
        if change.path != evidence_path(proposal.id)
    ]
    now = entries(repo, playbook.commit, [change.path for change in changed])
    if odd := next((change.path for change in changed if not change.is_plain), None):
        raise AceError(f"{proposal.branch} changes {odd}, which is no plain file; delete the branch")
    wanted = [blob for change in changed for blob in (change.before, change.after) if blob]
    blobs = read_blobs(repo, [*wanted, *(entry.blob for entry in now.values())], MAX_EVIDENCE_BYTES)
    if long := next((one.path for one in changed if one.after and len(blobs[one.after]) > MAX_EVIDENCE_BYTES), None):
        raise AceError(f"{proposal.branch}: {long} is longer than {MAX_EVIDENCE_BYTES} bytes; no cycle wrote that")
    files = {
        change.path: Sides(
            blobs[change.before] if change.before else None,
            blobs[change.after] if change.after else None,
            blobs[now[change.path].blob] if change.path in now else None,
        )
        for change in changed
    }
    return Proposed(record, files, playbook_files(playbook))


def playbook_files(playbook: Playbook) -> dict[str, bytes]:
    """Return every file of the playbook, rules and their tests, by path."""
    files = {file.path: file.source for file in playbook.files}
    return files | {
        path_of_test(file.path): file.test_source for file in playbook.files if file.test_source is not None
    }


def draft_of(record: EvidenceRecord, replayed: Replayed) -> Draft:
    """Return the draft that a replayed proposal is, before its effect was written into it.

    The cluster it answers is left to who finds it.
    """
    before, after = replayed.before, replayed.after
    if after is not None:
        after = after.model_copy(update={"effect": before.effect if before is not None else None})
    return Draft(
        op=record.op,
        rule_id=record.rule_id,
        before=replayed.before,
        after=after,
        test=replayed.test,
        cluster=None,
        rationale=after.rationale if after else "",
        curator=record.curator,
        merged=replayed.merged,
    )
