"""Reject a proposal: the decision is committed on `ace/rejected`, then its branch goes."""

from dataclasses import dataclass
from pathlib import Path

from ace.errors import AceError
from ace.rejections.find_proposal import find_proposal
from ace.rejections.known_rejections import known_rejections
from ace.rejections.proposed_change import ProposalRefs, ProposedChange, read_change, was_merged
from ace.rejections.rejected_branch import BRANCH, Keeping, commit_rejections
from ace.rejections.rejection import Rejection
from ace.rejections.share import share_rejections
from ace.rejections.who_and_why import checked_reason, expiry, person
from ace.rejections.write_rejection import dump_rejection, rejection_path
from ace.review.errors import ReviewError
from ace.review.git_plumbing import Identity
from ace.review.git_refs import branch_tip, update_ref
from ace.review.proposal_branches import PREFIX
from ace.session import Session
from runtime.rules.git_read import GitError


@dataclass(frozen=True)
class RejectRequest:
    """What a person asks: which proposal, why, until when, who says so; and what is to happen to its branch.

    `force`: the branch goes although a person worked on it. `push`: the decision is sent to the remote, and the branch
    is deleted there too.
    """

    name: str
    reason: str
    expires: str | None = None
    by: str | None = None
    force: bool = False
    keep_branch: bool = False
    push: bool = False


@dataclass(frozen=True)
class Rejected:
    """The rejection as it is kept, in which commit of `ace/rejected`.

    `before`: the standing one that it replaces. `kept`: why the branch is still there, empty when it is gone.
    `work`: the commit of a person's work that was on the deleted branch, empty when there was none.
    `shared`: what was done at the remote, in words, empty when nothing was asked. `has_failed`: the branch should have
    gone, and could not.
    """

    rejection: Rejection
    commit: str
    before: Rejection | None
    kept: str
    work: str = ""
    shared: str = ""
    has_failed: bool = False


def keeping(session: Session) -> Keeping:
    """Return where this repository keeps its rejections. Raises: NoBaseError without a reviewed branch."""
    repo = session.workspace.repo
    return Keeping(repo, branch_tip(repo, session.branch), session.settings.review.remote_name)


def signature(session: Session) -> tuple[Identity, str]:
    """Return who commits and when."""
    review = session.settings.review
    return Identity(review.author_name, review.author_email), session.clock.now()


def reject_proposal(session: Session, request: RejectRequest) -> Rejected:
    """Return what became of it; the working tree, the index and HEAD are not touched.

    Rejecting again replaces reason, person and days. `refs/ace/opened/<id>` stays, so that nothing is lost.
    Raises: NotFoundError, AceError for a reason or day that cannot be used; ProposalError for what cannot be read, is
    merged, or holds a person's work; as `commit_rejections`.
    """
    place = keeping(session)
    today = session.clock.now()[:10]
    reason, expires = checked_reason(request.reason), expiry(request.expires, today)
    by = person(place.repo, request.by, session.environ)
    refs = find_proposal(place.repo, place.reviewed, request.name, place.remote)
    change = read_change(place.repo, refs.id, refs.tip)
    if was_merged(place.repo, [place.reviewed], change):
        raise AceError(
            f"proposal {refs.id} is on {session.branch}: a merged change is taken back there (git revert), not rejected"
        )
    goes = refs.branch or (request.push and refs.remote)
    if goes and not (change.is_untouched or request.force or request.keep_branch):
        raise AceError(
            f"branch ace/p/{refs.id} holds a person's work; --force deletes it, --keep-branch rejects and leaves it"
        )
    made = rejection_of(change, reason, by, (today, expires))
    before = next((one for one in _known(place) if one.fingerprint == made.fingerprint and one.stands(today)), None)
    commit = write_rejections(session, place, [made])
    kept = "--keep-branch" if request.keep_branch else close_branch(place.repo, refs)
    has_failed = bool(kept) and not request.keep_branch
    if refs.remote and not (refs.branch or kept or request.push):
        kept = "it is at a remote only; --push deletes it there"
    shared = share_rejections(place, commit, None if request.keep_branch else refs) if request.push else ""
    work = refs.branch if refs.branch and not (kept or change.is_untouched) else ""
    return Rejected(made, commit, before, kept, work, shared, has_failed)


def rejection_of(change: ProposedChange, reason: str, by: str, days: tuple[str, str | None]) -> Rejection:
    """Return the rejection of a proposal; `days`: of the decision, and until when (None: for good)."""
    after = change.after
    said = {} if after is None else {
        "text": after.text,
        "when": after.when,
        "require": after.require,
        "otherwise": after.otherwise.action if after.otherwise else None,
        "enforce": after.enforce,
        "audience": after.audience,
        "status": after.status,
        "priority": after.priority,
        "safety": after.safety,
    }  # fmt: skip
    day, expires = days
    return Rejection(
        fingerprint=change.facts.fingerprint,
        op=change.facts.op,
        rule=change.facts.rule_id,
        agent=change.agent,
        merged=change.facts.merged,
        cluster=change.cluster,
        reason=reason,
        by=by,
        date=day,
        expires=expires,
        **said,  # type: ignore[arg-type]
    )


def write_rejections(session: Session, place: Keeping, rejections: list[Rejection]) -> str:
    """Return the commit of `ace/rejected` that holds `rejections`, in one commit. Raises: as `commit_rejections`."""
    changes = {rejection_path(one.fingerprint): dump_rejection(one) for one in rejections}
    first = rejections[0]
    verb = "withdraw rejection of" if first.withdrawn else "reject"
    what = f"{first.op} {first.rule}" if len(rejections) == 1 else f"{len(rejections)} proposals"
    # Reasons stay in the files: nothing a person wrote can pass for a trailer.
    ids = "\n".join(f"ACE-Rejected: {one.fingerprint[:12]}" for one in rejections)
    return commit_rejections(place, changes, f"ace: {verb} {what}\n\n{ids}\n", signature(session))


def close_branch(repo: Path, refs: ProposalRefs) -> str:
    """Return why the proposal's branch is still there after all, empty when it is gone; only at the commit seen.

    Never raises: the decision is kept by now, so what stands in the way of the branch alone must not hide it.
    """
    if not refs.branch:
        return ""
    try:
        update_ref(repo, PREFIX + refs.id, "0" * len(refs.branch), refs.branch)
    except (ReviewError, GitError) as exc:
        return str(exc)
    return ""


def _known(place: Keeping) -> tuple[Rejection, ...]:
    return known_rejections(place.repo, place.reviewed, place.remote)


__all__ = ["BRANCH", "RejectRequest", "Rejected", "close_branch", "keeping", "reject_proposal", "rejection_of",
           "signature", "write_rejections"]  # fmt: skip
