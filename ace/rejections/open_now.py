"""Which proposals wait for a person: not merged, and no standing rejection against them."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ace.errors import AceError
from ace.rejections.standing_against import rejected_ids, rejection_words, standing_against
from ace.review.ancestry import is_ancestor
from ace.review.build_diff import marked_rejected, unverified
from ace.review.git_refs import branch_tip
from ace.review.proposal_branches import Proposal, list_proposals, own_commit

if TYPE_CHECKING:
    from ace.session import Session


class ListedProposals(NamedTuple):
    """Every proposal that has a branch here or at the remote, by where it stands."""

    open: tuple[Proposal, ...]
    rejected: tuple[Proposal, ...]
    merged: tuple[Proposal, ...]


def listed_proposals(session: "Session") -> ListedProposals:
    """Return the proposals of this repository. Raises: NoBaseError, GitError, RuleError for an unreadable rejection."""
    repo, remote = session.workspace.repo, session.settings.review.remote_name
    tip = branch_tip(repo, session.branch)
    listed = list_proposals(repo, tip, remote)
    waiting = [item.id for item in listed if not item.is_merged]
    marked = marked_rejected(listed, rejected_ids(remote, session.clock.now()[:10])(repo, tip, waiting))
    return ListedProposals(
        tuple(item for item in marked if not (item.is_merged or item.is_rejected)),
        tuple(item for item in marked if item.is_rejected),
        tuple(item for item in marked if item.is_merged),
    )


def standing_proposals(session: "Session") -> tuple[Proposal, ...]:
    """Return the open proposals whose branch does what its commit says, so that they count and keep others away.

    Of one that a person worked on, our own commit must. Any other branch below ace/p/ is anybody's claim.
    Raises: as `listed_proposals`.
    """
    repo, found = session.workspace.repo, listed_proposals(session).open
    looked_at: list[Proposal] = []
    for item in found:
        if item.problem or item.is_untouched:
            looked_at.append(item)
            continue
        own = own_commit(repo, item.id, item.commit)
        if own is not None and is_ancestor(repo, item.base, own):
            looked_at.append(replace(item, commit=own, merge_base=item.base))
    wrong = unverified(repo, looked_at)
    good = {item.branch for item in looked_at if item.branch not in wrong}
    return tuple(item for item in found if item.branch in good)


def refuse_rejected(session: "Session", reviewed: str, proposal: str) -> None:
    """Raise AceError where a person rejected what is to be proposed: a branch of it would not count as open.

    `reviewed`: a commit; `proposal`: the id. Raises also: as `known_rejections`.
    """
    known_at = (session.settings.review.remote_name, session.clock.now()[:10])
    found = standing_against(session.workspace.repo, reviewed, [proposal], known_at).get(proposal)
    if found is not None:
        remedy = f"to propose it all the same: ace unreject {proposal}"
        raise AceError(f"proposal {proposal} was {rejection_words(found)}; {remedy}")
