"""One proposal at the forge: found, pushed, created or updated, commented on. Nothing a person did is undone."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ace.forges.closing_reason import closing_reason
from ace.forges.compare_request import compare_request, marked_body
from ace.forges.errors import ForgeRefusedError, ForgeUnsureError
from ace.forges.forge import Account, Forge, ForgeRequest, RequestChanges, WantedRequest
from ace.forges.marked_comment import find_marked, write_comment
from ace.forges.opened_requests import Action, RequestRow
from ace.forges.remote_branch import RemoteBranch, read_remote_branch, why_not_pushed
from ace.forges.request_text import comment_marker, is_confirmed, request_body, request_comment, request_title
from ace.review.ancestry import is_ancestor
from ace.review.proposal_branches import Proposal
from ace.review.push import push_branch
from ace.review.report import DiffItem

if TYPE_CHECKING:
    from ace.rejections.notice_closed import ClosedRequest

_CONFLICTS = (409, 422)


@dataclass(frozen=True)
class OpenContext:
    """Where requests are opened. `base` and `base_commit`: the reviewed branch and its tip here.

    `rejected`: proposals that a decision stands against, with it in words.
    `again`: proposals whose rejection a person took back, or that has expired, with the day (ISO date).
    """

    repo: Path
    remote: str
    forge: Forge
    account: Account
    base: str
    base_commit: str
    labels: tuple[str, ...]
    again: Mapping[str, str] = field(default_factory=dict)
    rejected: Mapping[str, str] = field(default_factory=dict)
    is_dry_run: bool = False


class OpenedOne(NamedTuple):
    """What became of one proposal, and the decision of a person when its request was closed."""

    row: RequestRow
    closed: "ClosedRequest | None" = None


def open_one(context: OpenContext, item: DiffItem) -> OpenedOne:
    """Return what became of a proposal whose branch can be read.

    Raises: ForgeError, PushRejectedError, GitError; what was done before stays, and the next time goes on from there.
    """
    assert item.proposal is not None
    proposal = item.proposal
    row = RequestRow(proposal.id, proposal.name, "left", item.said)
    request = _current(context, proposal)
    if request is not None:
        row = replace(row, number=request.number, url=request.url)
        if request.state == "merged":
            return OpenedOne(replace(row, action="merged", detail=f"merged; git fetch {context.remote} brings it here"))
        if request.state == "closed":
            return _closed(context, proposal, request, row)
    if request is None and proposal.id in context.rejected:
        return OpenedOne(replace(row, detail=context.rejected[proposal.id]))
    there = read_remote_branch(context.repo, context.remote, proposal)
    if not (there.is_ours and proposal.is_untouched):
        return OpenedOne(_hands_off(context, item, request, row, there))
    is_pushed = there.commit != proposal.commit
    if is_pushed and proposal.remote:
        return OpenedOne(replace(row, detail=why_not_pushed(context.repo, context.remote, proposal, there)))
    if is_pushed and not context.is_dry_run:
        push_branch(context.repo, context.remote, proposal.name, expected=there.commit)
    return OpenedOne(_write(context, item, request, replace(row, pushed=is_pushed)))


def _current(context: OpenContext, proposal: Proposal) -> ForgeRequest | None:
    """Return the request that stands for `proposal` now; None when there is none, or none that still speaks of it."""
    requests = context.forge.find(proposal.name)
    return next((one for one in requests if not _is_over(context, proposal, one)), None)


def _is_over(context: OpenContext, proposal: Proposal, request: ForgeRequest) -> bool:
    """Return True for a request whose end was taken back since, so that the proposal comes anew."""
    if request.state == "merged":
        # Merged, and here as well, and yet the proposal is open: a person took the change back.
        return bool(request.merge_commit) and is_ancestor(context.repo, request.merge_commit, context.base_commit)
    if request.state == "closed" and request.head != proposal.commit and proposal.id in context.again:
        return context.forge.closing(request).when[:10] <= context.again[proposal.id]
    return False


def _closed(context: OpenContext, proposal: Proposal, request: ForgeRequest, row: RequestRow) -> OpenedOne:
    closing = context.forge.closing(request)
    if closing.is_bot and context.account.is_same(closing.by):
        detail = "closed by ACE's own account, as when its branch is deleted; reopen it there to have it updated"
        return OpenedOne(replace(row, action="closed", detail=detail))
    if closing.is_bot:
        detail = f"closed by {closing.by}, which is no person; reopen it there, or `ace reject {proposal.id}`"
        return OpenedOne(replace(row, action="closed", detail=detail))
    from ace.rejections.notice_closed import ClosedRequest

    marker = comment_marker(proposal.id)
    reason = closing_reason(closing, context.forge.comments(request), context.account, marker)
    closed = ClosedRequest(proposal.id, reason, closing.by, request.url)
    by = f" by {closing.by}" if closing.by else ""
    detail = f"closed{by}{f': {reason}' if reason else ''}; it is not opened again (`ace unreject`, or reopen it there)"
    return OpenedOne(replace(row, action="closed", detail=detail), closed)


def _hands_off(
    context: OpenContext, item: DiffItem, request: ForgeRequest | None, row: RequestRow, there: RemoteBranch
) -> RequestRow:
    """Return the row of a branch that holds a person's commits: at most its comment is written."""
    assert item.proposal is not None
    where = "here" if there.is_ours else f"at {context.remote!r}"
    reason = f"a person has worked on {item.proposal.name} {where}, so it is left as it is"
    if request is None:
        return replace(row, detail=f"{reason}; push it and open its request yourself")
    return replace(_comment(context, item, request, row, is_theirs=True), detail=reason)


def _write(context: OpenContext, item: DiffItem, request: ForgeRequest | None, row: RequestRow) -> RequestRow:
    wanted = WantedRequest(
        branch=row.branch,
        base=context.base,
        title=request_title(item),
        body=request_body(item),
        is_draft=not is_confirmed(item),
        labels=context.labels,
    )
    if request is None:
        if context.is_dry_run:
            return replace(row, action="created")
        request, is_new = _create(context, wanted)
        row = replace(row, number=request.number, url=request.url)
        if is_new:
            row = _comment(context, item, _labelled(context, request), row, is_theirs=False)
            return replace(row, action="created")
    return _update(context, item, request, wanted, row)


def _create(context: OpenContext, wanted: WantedRequest) -> tuple[ForgeRequest, bool]:
    """Return the request, and False when it was there already after all."""
    body = marked_body(wanted.title, wanted.body, wanted.base, wanted.is_draft)
    marked = replace(wanted, body=body)
    try:
        return context.forge.create(marked), True
    except ForgeUnsureError:
        found = _open_request(context, wanted.branch)
        return (found, False) if found else (context.forge.create(marked), True)
    except ForgeRefusedError as exc:
        found = _open_request(context, wanted.branch) if exc.status in _CONFLICTS else None
        if found is None:
            raise
        return found, False


def _open_request(context: OpenContext, branch: str) -> ForgeRequest | None:
    return next((one for one in context.forge.find(branch) if one.state == "open"), None)


def _labelled(context: OpenContext, request: ForgeRequest) -> ForgeRequest:
    if context.labels:
        context.forge.update(request, RequestChanges(labels=context.labels))
    return request


def _update(
    context: OpenContext, item: DiffItem, request: ForgeRequest, wanted: WantedRequest, row: RequestRow
) -> RequestRow:
    compared = compare_request(request, wanted)
    changes = compared.changes
    if not _is_finished(context, request, row.proposal):
        # The comment comes last: without it the making was cut off, perhaps before the labels.
        missing = tuple(label for label in context.labels if label not in request.labels)
        changes = replace(changes, labels=missing)
    if not changes.is_empty and not context.is_dry_run:
        context.forge.update(request, changes)
    done = _comment(context, item, request, row, is_theirs=False)
    is_changed = row.pushed or not changes.is_empty or done.action != "unchanged"
    theirs = f"{', '.join(compared.theirs)} changed by a person, left so" if compared.theirs else ""
    return replace(done, action="updated" if is_changed else "unchanged", detail=theirs)


def _is_finished(context: OpenContext, request: ForgeRequest, proposal: str) -> bool:
    comments = context.forge.comments(request)
    return find_marked(comments, context.account, comment_marker(proposal)) is not None


def _comment(
    context: OpenContext, item: DiffItem, request: ForgeRequest, row: RequestRow, *, is_theirs: bool
) -> RequestRow:
    body = request_comment(item, context.base, is_theirs=is_theirs)
    marker = comment_marker(row.proposal)
    written = write_comment(context.forge, request, context.account, marker, body, is_dry_run=context.is_dry_run)
    action: Action = "unchanged" if written == "unchanged" else "commented"
    return replace(row, action=action)
