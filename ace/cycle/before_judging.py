"""What is settled before a single trial is paid for: can a branch be written, and which drafts could become one?"""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.draft_identity import already_proposed, proposal_of
from ace.cycle.open_proposals import full_words, with_evidence
from ace.cycle.proposal_ranking import may_give_way
from ace.rejections.open_now import listed_proposals, standing_proposals
from ace.review.git_plumbing import Identity, commit_tree, tree_of
from ace.review.git_refs import check_name_is_free
from ace.review.proposal_branches import PREFIX, Proposal
from ace.session import Session
from runtime.contracts.playbook import Playbook
from runtime.rules.git_read import run_git


@dataclass(frozen=True)
class Skipped:
    """A sound draft that is not judged, why, and the open proposal that stands for it, if one does."""

    checked: CheckedDraft
    reason: str
    proposal: Proposal | None = None


def check_can_write(session: Session, playbook: Playbook) -> None:
    """Return when a proposal could be written.

    Raises: BranchBlockedError for a branch `ace` or `ace/p`, ReviewError when commits cannot be signed; each names what
    is in the way and what to do.
    """
    repo = session.workspace.repo
    check_names(session)
    if run_git(repo, "config", "--type=bool", "commit.gpgsign", check=False).strip() != b"true":
        return
    review = session.settings.review
    signature = (Identity(review.author_name, review.author_email), session.clock.now())
    # An object no ref points to: git clears it away by itself.
    commit_tree(repo, tree_of(repo, playbook.commit), playbook.commit, "signing check", signature)


def check_names(session: Session) -> None:
    """Return when branches ace/p/... can be made; asked before any model is. Raises: BranchBlockedError."""
    check_name_is_free(session.workspace.repo, f"{PREFIX}{'0' * 12}")


def worth_judging(
    session: Session, playbook: Playbook, drafts: Sequence[CheckedDraft]
) -> tuple[tuple[CheckedDraft, ...], tuple[Skipped, ...]]:
    """Return the drafts whose verdict could change something, and the sound ones it could not, with the reason."""
    existing, counted = listed_proposals(session).open, standing_proposals(session)
    judged: list[CheckedDraft] = []
    skipped: list[Skipped] = []
    for checked in drafts:
        if not checked.is_sound:
            continue
        reason, proposal = _standing(session, playbook, checked, (existing, counted))
        if reason:
            skipped.append(Skipped(checked, reason, proposal))
        else:
            judged.append(checked)
    return tuple(judged), tuple(skipped)


def _standing(
    session: Session, playbook: Playbook, checked: CheckedDraft, found: tuple[Sequence[Proposal], Sequence[Proposal]]
) -> tuple[str, Proposal | None]:
    """`found`: every open proposal, and those of them that are what they say."""
    existing, counted = found
    draft = checked.draft
    name = proposal_of(draft)
    same = next((proposal for proposal in existing if proposal.id == name), None)
    if same is not None:
        return _of_open(same, playbook.commit), same
    taken = {rule_id: proposal.id for proposal in counted for rule_id in proposal.rule_ids}
    if reason := already_proposed(draft, taken):
        return reason, None
    repo = session.workspace.repo
    limit = session.settings.review.max_open
    room = any(may_give_way(one) and one.record.verdict != "confirmed" for one in with_evidence(repo, counted))
    # Judged all the same where it could turn out clearly better than an open one, which a person would like to know.
    if len(counted) >= limit and not room:
        return full_words(len(counted)), None
    return "", None


def _of_open(proposal: Proposal, base: str) -> str:
    if proposal.problem:
        return proposal.problem
    if proposal.is_fresh or proposal.base == base:
        return "open already"
    if not proposal.is_untouched:
        return "open already; a person has worked on it, so it is left as it is"
    return ""
