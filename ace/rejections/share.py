"""Send decisions to the remote: the branch `ace/rejected`, and a rejected proposal's branch away."""

from ace.rejections.proposed_change import ProposalRefs
from ace.rejections.rejected_branch import BRANCH, Keeping
from ace.review.ancestry import is_ancestor
from ace.review.errors import PushRejectedError
from ace.review.push import delete_remote_branch, push_branch, remote_tip


def share_rejections(place: Keeping, commit: str, closed: ProposalRefs | None = None) -> str:
    """Return what was done at the remote, in words. `commit`: what `ace/rejected` is at here.

    The branch of `closed` is deleted there too, where it is as it was last seen here.
    Raises: PushRejectedError when the remote's branch holds decisions that are not here, or refuses.
    """
    remote = place.remote
    there = remote_tip(place.repo, remote, BRANCH)
    if there != commit:
        if there and not is_ancestor(place.repo, there, commit) and not is_ancestor(place.repo, there, place.reviewed):
            raise PushRejectedError(
                f"{BRANCH} holds decisions at {remote!r} that are not here; the rejection is kept here. "
                f"git fetch {remote}, then reject again with --push"
            )
        push_branch(place.repo, remote, BRANCH, expected=there)
    said = f"{BRANCH} pushed to {remote}"
    if closed is None:
        return said
    branch = f"ace/p/{closed.id}"
    at = remote_tip(place.repo, remote, branch)
    if not at:
        return said
    if at not in {closed.branch, closed.remote, closed.opened}:
        return f"{said}; {branch} is left there, it was moved since"
    delete_remote_branch(place.repo, remote, branch, expected=at)
    return f"{said}; {branch} deleted there"
