"""A proposal that was pushed, pushed again or taken away there: only over a commit that a cycle wrote."""

from pathlib import Path

from ace.forges.remote_branch import RemoteBranch, read_remote_branch
from ace.review.errors import PushRejectedError
from ace.review.proposal_branches import Proposal
from ace.review.push import delete_remote_branch, push_branch


def push_again(repo: Path, remote: str, before: Proposal, now: Proposal) -> str:
    """Return what was done at `remote` with a proposal that was written again; one that is not there is left so.

    Raises: PushRejectedError when somebody else's commit is there, or the remote does not take it.
    """
    there = read_remote_branch(repo, remote, before)
    if not there.commit:
        return f"not at {remote}, so not pushed"
    if there.commit == now.commit:
        return f"at {remote} already"
    _refuse_foreign(remote, before, there)
    push_branch(repo, remote, now.name, expected=there.commit)
    return f"pushed to {remote}, over {there.commit[:12]}"


def remove_there(repo: Path, remote: str, proposal: Proposal) -> str:
    """Return what was done at `remote` with the branch of a proposal that is closed. Raises: as `push_again`."""
    there = read_remote_branch(repo, remote, proposal)
    if not there.commit:
        return ""
    _refuse_foreign(remote, proposal, there)
    delete_remote_branch(repo, remote, proposal.name, expected=there.commit)
    return f"deleted at {remote}, where it was at {there.commit[:12]}"


def _refuse_foreign(remote: str, proposal: Proposal, there: RemoteBranch) -> None:
    if not there.is_ours:
        raise PushRejectedError(
            f"{proposal.name} is at {there.commit[:12]} at {remote!r}: a person has worked on it there, so it is "
            f"left as it is; look at it with: git fetch {remote} {proposal.name}"
        )
