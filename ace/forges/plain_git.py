"""Proposals without a forge: branches here, or pushed to any git remote."""

from dataclasses import dataclass, replace
from pathlib import Path

from ace.forges.opened_requests import RequestRow
from ace.forges.remote_branch import read_remote_branch, why_not_pushed
from ace.review.git_refs import remotes
from ace.review.push import push_branch
from ace.review.report import DiffItem


@dataclass(frozen=True)
class PlainGit:
    """The repository, and the remote that proposals are pushed to; None: they stay here."""

    repo: Path
    remote: str | None
    is_dry_run: bool = False


def publish(place: PlainGit, item: DiffItem) -> RequestRow:
    """Return what became of a proposal whose branch can be read: pushed under a lease, or kept with what to do.

    Raises: PushRejectedError, GitError.
    """
    assert item.proposal is not None
    proposal = item.proposal
    row = RequestRow(proposal.id, proposal.name, "kept", item.said)
    if place.remote is None and proposal.remote:
        return replace(row, action="unchanged", detail=f"at {proposal.remote!r}, as last fetched")
    if place.remote is None:
        there_is = remotes(place.repo)
        how = f"to share it: git push {there_is[0]} {proposal.name}" if there_is else "no remote is configured"
        return replace(row, detail=f"stays here; {how}")
    there = read_remote_branch(place.repo, place.remote, proposal)
    if not (there.is_ours and proposal.is_untouched):
        where = "here" if there.is_ours else f"at {place.remote!r}"
        detail = f"a person has worked on {proposal.name} {where}, so it is left as it is"
        return replace(row, action="left", detail=detail)
    if there.commit == proposal.commit:
        return replace(row, action="unchanged", detail=f"at {place.remote!r} already")
    if reason := why_not_pushed(place.repo, place.remote, proposal, there):
        return replace(row, action="left", detail=reason)
    if not place.is_dry_run:
        push_branch(place.repo, place.remote, proposal.name, expected=there.commit)
    detail = f"review it with `ace diff {proposal.id}`, then merge it: git merge --no-ff {proposal.name}"
    return replace(row, action="pushed", pushed=True, detail=detail)
