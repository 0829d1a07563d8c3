"""Where a proposal's branch is at the remote, and whether what is there was written by a cycle."""

from pathlib import Path
from typing import NamedTuple

from ace.review.commit_message import read_message
from ace.review.commit_object import parse_commit
from ace.review.git_plumbing import QUIET
from ace.review.git_refs import ref_commit
from ace.review.proposal_branches import Proposal
from ace.review.push import remote_tip, without_credentials
from runtime.rules.git_read import GitError, read_commits, run_git


class RemoteBranch(NamedTuple):
    """`commit` is empty when the remote has no such branch. `is_ours`: it is one commit of a cycle, nobody's since."""

    commit: str
    is_ours: bool


def read_remote_branch(repo: Path, remote: str, proposal: Proposal) -> RemoteBranch:
    """Return where the branch of `proposal` is at `remote`, asked now; its commit is fetched when it is not here.

    No ref moves here. Raises: PushRejectedError when the remote cannot be asked, GitError when fetching fails.
    """
    tip = remote_tip(repo, remote, proposal.name)
    if not tip:
        return RemoteBranch("", True)
    if tip == proposal.commit:
        return RemoteBranch(tip, proposal.is_untouched)
    if not _is_here(repo, tip):
        ref = f"refs/heads/{proposal.name}"
        flags = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap=")
        try:
            run_git(repo, *QUIET, "fetch", *flags, "--", remote, ref)
        except GitError as exc:
            said = without_credentials(repo, remote, exc.stderr)
            raise GitError(f"`git fetch {remote}` failed in {repo}: {said}", exc.arguments, exc.code, said) from None
        # Moved once more between the two questions: then it is somebody else's.
        if not _is_here(repo, tip):
            return RemoteBranch(tip, False)
    written = parse_commit(read_commits(repo, [tip])[tip])
    facts = read_message(written.subject, written.trailers)
    is_ours = (
        facts is not None
        and facts.proposal == proposal.id
        and written.parents == (facts.base,)
        and written.author == written.committer
    )
    return RemoteBranch(tip, is_ours)


def why_not_pushed(repo: Path, remote: str, proposal: Proposal, there: RemoteBranch) -> str:
    """Return why a proposal that is not `there` as it is here is not for pushing, empty when it is.

    It was pushed before and is gone there: somebody deleted it, and pushing would bring it back. One that is here only
    as last fetched is not newer than what is there.
    """
    fetch = f"git fetch --prune {remote}"
    if not there.commit and (proposal.remote or ref_commit(repo, f"refs/remotes/{remote}/{proposal.name}")):
        return (
            f"deleted at {remote!r} since it was last there, so it is not pushed again: `ace reject {proposal.id}` if "
            f"it is not wanted; to share it again: {fetch}, then `ace open {proposal.id}`"
        )
    return f"moved at {remote!r} since it was last fetched: {fetch}" if proposal.remote else ""


def _is_here(repo: Path, commit: str) -> bool:
    return run_git(repo, "cat-file", "-t", commit, check=False).strip() == b"commit"
