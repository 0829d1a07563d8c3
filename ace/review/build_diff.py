"""From a repository to what `ace diff` shows; reads only the files that changed."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from ace.review.check_evidence import change_problems, evidence_problems, is_of_text, merge_problems
from ace.review.conflicts import find_conflicts
from ace.review.diff_model import RuleChange
from ace.review.errors import ProposalError, UnknownProposalError
from ace.review.evidence import MAX_EVIDENCE_BYTES, EvidenceRecord, evidence_path
from ace.review.git_refs import reviewed_tip
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.read_changes import is_read, read_evidence, read_rules
from ace.review.report import DiffItem, DiffReport
from ace.review.tree_diff import BlobChange, changed_blobs, is_rule_file
from runtime.rules.git_read import read_blobs, resolve_commit
from runtime.rules.read_rule import TEST_ENDING

# From a repository, its reviewed commit and ids of proposals to those that a person's decision stands against.
FindRejected: TypeAlias = Callable[[Path, str, Sequence[str]], Collection[str]]


def build_diff(
    repo: Path,
    base_ref: str | None,
    folder: str,
    target: str | None = None,
    run: str | None = None,
    *,
    remote: str = "origin",
    find_rejected: FindRejected | None = None,
) -> DiffReport:
    """Return the report for `target`: None (every open proposal), an id, an id's beginning, a branch, or BASE..HEAD.

    `run` instead of `target`: every proposal of the run of that id, or of the one run whose id begins so.

    `base_ref` is the reviewed branch (None: the repository's own default); `folder` is the playbook from the
    repository root, empty for all of them. Of a proposal all is shown that its merge would bring, whatever it says it
    is based on. What cannot be read becomes an item with `problems`.
    Branches at `remote`, as last fetched, count too. What `find_rejected` finds is shown where it is named, else listed
    as `rejected` (None: nothing is).

    Raises: NoBaseError without a reviewed branch, ProposalError when `target` or `run` names nothing or several,
        GitError.
    """
    name, tip = reviewed_tip(repo, base_ref)
    if target is not None and ".." in target:
        return _range_report(repo, (name, tip), folder, target)
    listed = list_proposals(repo, tip, remote)
    if find_rejected is not None:
        listed = marked_rejected(listed, find_rejected(repo, tip, [item.id for item in listed if not item.is_merged]))
    return report_of(repo, (name, tip), folder, listed, target=target, run=run)


def marked_rejected(proposals: Sequence[Proposal], rejected: Collection[str]) -> tuple[Proposal, ...]:
    """Return `proposals`; those of the ids `rejected` that are not merged as rejected."""
    return tuple(
        replace(item, is_rejected=True) if item.id in rejected and not item.is_merged else item for item in proposals
    )


def report_of(
    repo: Path,
    reviewed: tuple[str, str],
    folder: str,
    listed: Sequence[Proposal],
    *,
    target: str | None = None,
    run: str | None = None,
) -> DiffReport:
    """Return the report of proposals that are `listed` already; `reviewed`: the branch's name and tip.

    The rest, and what is raised: as `build_diff`.
    """
    name, tip = reviewed
    is_named = target is not None or run is not None
    proposals = [item for item in listed if is_named or not (item.is_merged or item.is_rejected)]
    chosen = _chosen(proposals, target, run)
    readable = [item for item in proposals if not item.problem]
    changed = changed_blobs(repo, {item.commit: (item.merge_base, item.commit) for item in readable}.values())
    conflicts = find_conflicts(repo, tip, name, [item for item in readable if _is_open(item)], changed)
    shown = [
        item for item in chosen if item.problem or item.objections or is_named or _touches(changed[item.commit], folder)
    ]
    blobs = _read(repo, [change for item in shown if not item.problem for change in changed[item.commit]])
    items = [
        _proposal_item(item, changed.get(item.commit, ()), blobs, conflicts.get(item.branch, ())) for item in shown
    ]
    is_fresh = not any(item.is_stale for item in items)
    rejected = () if is_named else tuple(item for item in listed if item.is_rejected)
    of_run = chosen[0].run_id if run is not None else ""
    return DiffReport(name, tip, is_fresh, tuple(items), run=of_run, rejected=rejected)


def unverified(repo: Path, proposals: Sequence[Proposal]) -> dict[str, tuple[str, ...]]:
    """Return why what a branch changes is not the proposal it says it is, by branch; those of which it is left out.

    Each is looked at from its `merge_base` to its `commit`; what is wrong with its history alone is passed over.
    """
    readable = [item for item in proposals if not item.problem]
    changed = changed_blobs(repo, {item.commit: (item.merge_base, item.commit) for item in readable}.values())
    blobs = _read(repo, [change for item in readable for change in changed[item.commit]])
    found: dict[str, tuple[str, ...]] = {item.branch: (item.problem,) for item in proposals if item.problem}
    for item in readable:
        plain = replace(item, objections=())
        if problems := _proposal_item(plain, changed[item.commit], blobs, ()).problems:
            found[item.branch] = problems
    return found


def _is_open(proposal: Proposal) -> bool:
    return not (proposal.is_merged or proposal.is_rejected)


def _chosen(proposals: Sequence[Proposal], target: str | None, run: str | None) -> Sequence[Proposal]:
    if run is not None:
        return choose_run(proposals, run)
    return proposals if target is None else [choose_proposal(proposals, target)]


def choose_run(proposals: Sequence[Proposal], run: str) -> Sequence[Proposal]:
    """Return the proposals of the run that `run` names, by its id or how that begins; at least one.

    Raises: UnknownProposalError when no proposal is of such a run, ProposalError when it fits several runs.
    """
    runs = sorted({item.run_id for item in proposals if item.run_id})
    found = [run] if run in runs else [name for name in runs if run and name.startswith(run)]
    if len(found) > 1:
        raise ProposalError(f"{run!r} fits {len(found)} runs: {', '.join(found[:5])}; write more of it")
    if not found:
        known = ", ".join(runs[-5:]) or "none"
        raise UnknownProposalError(f"no proposal here is of a run {run!r}; runs with proposals: {known}")
    return [item for item in proposals if item.run_id == found[0]]


def choose_proposal(proposals: Sequence[Proposal], target: str) -> Proposal:
    """Return the proposal that `target` names: its branch, its id, or at least 4 digits its id starts with.

    Raises: UnknownProposalError when it names none, ProposalError when it names several.
    """
    wanted = target.removeprefix("refs/heads/").removeprefix("refs/remotes/")
    wanted = wanted[wanted.find("ace/p/") + len("ace/p/") :] if "ace/p/" in wanted else wanted
    found = [item for item in proposals if item.id == wanted or (len(wanted) >= 4 and item.id.startswith(wanted))]
    if len(found) == 1:
        return found[0]
    if found:
        raise ProposalError(
            f"{target!r} names {len(found)} proposals: {', '.join(item.id for item in found)}; add digits"
        )
    known = ", ".join(item.id for item in proposals) or "none"
    raise UnknownProposalError(
        f"there is no proposal {target!r}; proposals here: {known}. A range is written BASE..HEAD"
    )


def _range_report(repo: Path, reviewed: tuple[str, str], folder: str, target: str) -> DiffReport:
    base_name, _, head_name = target.partition("..")
    if head_name.startswith("."):
        raise ProposalError(f"{target!r}: write BASE..HEAD with two dots")
    base_name = base_name or reviewed[0]
    base = resolve_commit(repo, base_name)
    head = resolve_commit(repo, head_name or "HEAD")
    changes = changed_blobs(repo, [(base, head)])[head]
    blobs = _read(repo, changes)
    read = read_rules([change for change in changes if _touches([change], folder)], blobs)
    records, damaged = read_evidence(changes, blobs)
    merges = _merges(read.changes, records)
    taken = {change.path for merged in merges.values() for change in merged}
    items = [
        _range_item((change, *merges.get(change.path, ())), records, read.problems.get(change.path, ()))
        for change in read.changes
        if change.path not in taken
    ]
    items += [DiffItem(None, problems=(problem,)) for problem in damaged]
    return DiffReport(base_name, base, base == reviewed[1], tuple(items), head_name or "HEAD")


def _merges(changes: Sequence[RuleChange], records: Sequence[EvidenceRecord]) -> dict[str, list[RuleChange]]:
    """Return the deletions of a range that belong to a merge, by the path of the rule that is kept."""
    found: dict[str, list[RuleChange]] = {}
    left = {change.path: change for change in changes if change.kind == "deleted"}
    for record in (record for record in records if record.merged):
        kept = next((one for one in changes if one.rule_id == record.rule_id and is_of_text(record, one)), None)
        if kept is not None and kept.path not in found:
            found[kept.path] = [one for one in left.values() if one.rule_id in record.merged]
            left = {path: one for path, one in left.items() if one not in found[kept.path]}
    return found


def _range_item(
    changes: Sequence[RuleChange], records: Sequence[EvidenceRecord], problems: tuple[str, ...]
) -> DiffItem:
    """Return one rule of a range with its evidence: of several records the one of the text the range ends with.

    The first of `changes` is that rule's, the others those of the rules merged into it.
    """
    change, *merged = changes
    own = [record for record in records if record.rule_id == change.rule_id]
    record = next((record for record in own if is_of_text(record, change)), next(iter(own), None))
    wrong = (*change_problems(record, change), *merge_problems(record, change.after, merged)) if record else ()
    return DiffItem(None, tuple(changes), record, problems=(*problems, *wrong))


def _proposal_item(
    proposal: Proposal, changed: Sequence[BlobChange], blobs: Mapping[str, bytes], conflicts: tuple[str, ...]
) -> DiffItem:
    if proposal.problem:
        return DiffItem(proposal, problems=(proposal.problem,))
    changes, unread = read_rules(changed, blobs)
    own = evidence_path(proposal.id)
    records, damaged = read_evidence([change for change in changed if change.path == own], blobs)
    if not records and not damaged:
        damaged = (f"{proposal.branch} brings no {own}; the branch was not written by a cycle",)
    wrong = (line for record in records for line in evidence_problems(record, changes, proposal))
    return DiffItem(
        proposal,
        tuple(sorted(changes, key=lambda change: bool(proposal.merged) and change.rule_id != proposal.rule_id)),
        next(iter(records), None),
        tuple(change.path for change in changed if not _is_expected(change, own)),
        conflicts,
        (*proposal.objections, *(line for lines in unread.values() for line in lines), *damaged, *wrong),
    )


def _is_expected(change: BlobChange, evidence: str) -> bool:
    is_rule_or_test = is_rule_file(change.path) or change.path.endswith(TEST_ENDING)
    return change.is_plain and (is_rule_or_test or change.path == evidence)


def _touches(changes: Sequence[BlobChange], folder: str) -> bool:
    prefix = f"{folder.strip('/')}/" if folder.strip("/") else ""
    return any(change.path.startswith(prefix) for change in changes)


def _read(repo: Path, changes: Sequence[BlobChange]) -> dict[str, bytes]:
    wanted = [change for change in changes if change.is_plain and is_read(change.path)]
    return read_blobs(
        repo, [blob for change in wanted for blob in (change.before, change.after) if blob], MAX_EVIDENCE_BYTES
    )
