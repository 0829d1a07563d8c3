"""Which proposals wait for a person: not merged, and no standing rejection against them."""

from typing import TYPE_CHECKING, NamedTuple

from ace.errors import AceError
from ace.rejections.standing_against import rejected_ids, rejection_words, standing_against
from ace.review.build_diff import marked_rejected
from ace.review.git_refs import branch_tip
from ace.review.proposal_branches import Proposal, list_proposals

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


def refuse_rejected(session: "Session", reviewed: str, proposal: str) -> None:
    """Raise AceError where a person rejected what is to be proposed: a branch of it would not count as open.

    `reviewed`: a commit; `proposal`: the id. Raises also: as `known_rejections`.
    """
    known_at = (session.settings.review.remote_name, session.clock.now()[:10])
    found = standing_against(session.workspace.repo, reviewed, [proposal], known_at).get(proposal)
    if found is not None:
        remedy = f"to propose it all the same: ace unreject {proposal}"
        raise AceError(f"proposal {proposal} was {rejection_words(found)}; {remedy}")
