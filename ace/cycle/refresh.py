"""Open proposals put on the reviewed branch as it is now: replayed, checked again, measured again only where asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from ace.curator.draft import Draft
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.open_proposals import write_judged
from ace.cycle.proposal_checks import recheck
from ace.cycle.proposal_conflicts import CHECK_NAME
from ace.cycle.proposal_judging import judge_again
from ace.cycle.proposal_push import push_again, remove_there
from ace.cycle.proposal_reading import draft_of, read_proposed
from ace.cycle.proposal_renewal import renewed_record, with_verdict
from ace.cycle.proposal_replay import CannotReplayError, InForceError, RuleGoneError, replay
from ace.errors import AceError
from ace.rejections.standing_against import rejection_words, standing_against
from ace.review.errors import ReviewError
from ace.review.evidence import EvidenceRecord
from ace.review.git_plumbing import Identity
from ace.review.proposal_branches import Proposal
from ace.review.proposals import close_proposal, load_evidence, open_proposal
from ace.session import Session
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import Playbook
from runtime.rules.git_read import list_tree

State: TypeAlias = Literal[
    "fresh", "unchanged", "refreshed", "merged", "closed", "hands off", "conflict", "refused", "failed"
]


@dataclass(frozen=True)
class RefreshOptions:
    """`judge`: measure again where the rules in the prompt are others; `force`: write a new commit though nothing that
    the proposal rests on has changed; `remote`: where pushed branches are pushed again, empty: nowhere."""

    judge: bool = False
    force: bool = False
    remote: str = ""
    hooks: JudgeHooks = field(default_factory=JudgeHooks)


@dataclass(frozen=True)
class Refreshed:
    """What became of one proposal. `proposal` is as it was, `now` as it is where it was written again.

    `pushed` says what was done at the remote, empty for nothing.
    """

    proposal: Proposal
    state: State
    reason: str
    now: Proposal | None = None
    pushed: str = ""


def refresh(
    session: Session, playbook: Playbook, proposals: Sequence[Proposal], options: RefreshOptions
) -> tuple[Refreshed, ...]:
    """Return what became of each proposal; one that fails does not stop the others.

    `playbook` is the reviewed one. Nothing is rewritten that a person has worked on.
    """
    return tuple(_refreshed(session, playbook, proposal, options) for proposal in proposals)


def exit_code(results: Sequence[Refreshed]) -> int:
    """Return 1 when one could not be written, 4 when one stays in conflict or is refused, else 0."""
    states = {result.state for result in results}
    return 1 if "failed" in states else 4 if states & {"conflict", "refused"} else 0


def _refreshed(session: Session, playbook: Playbook, proposal: Proposal, options: RefreshOptions) -> Refreshed:
    if standing := _standing(proposal):
        return standing
    try:
        record = load_evidence(session.workspace.repo, proposal.commit, proposal.id)
        result = _renew(session, playbook, (proposal, record), options)
        return _sent(session.workspace.repo, result, options.remote)
    except InForceError as exc:
        return Refreshed(proposal, "merged", f"{exc}; the branch can be deleted: {_deletion(proposal)}")
    except RuleGoneError as exc:
        return _close(session.workspace.repo, proposal, str(exc), options.remote)
    except CannotReplayError as exc:
        todo = (
            f"it stays as it is; merge it by hand (git merge --no-ff {proposal.branch}), or delete it "
            f"({_deletion(proposal)}) and let a cycle propose anew"
        )
        return Refreshed(proposal, "conflict", f"{exc}; {todo}")
    except (AceError, ReviewError, RuleError) as exc:
        return Refreshed(proposal, "failed", str(exc))


def _deletion(proposal: Proposal, how: str = "-D") -> str:
    there = f"git push {proposal.remote} --delete {proposal.name}"
    return there if proposal.remote else f"git branch {how} {proposal.branch}"


def _standing(proposal: Proposal) -> Refreshed | None:
    """Return what is settled by where the branch stands, None for one that may be written again."""
    if proposal.problem:
        return Refreshed(proposal, "failed", proposal.problem)
    if proposal.is_merged:
        return Refreshed(proposal, "merged", f"it is merged; the branch can be deleted: {_deletion(proposal, '-d')}")
    if not proposal.is_untouched:
        return Refreshed(proposal, "hands off", "a person has worked on this branch, so it is left as it is")
    return None


def _renew(
    session: Session, playbook: Playbook, subject: tuple[Proposal, EvidenceRecord], options: RefreshOptions
) -> Refreshed:
    proposal, record = subject
    is_unmeasured = record.measured is not None and record.measured.other_rules
    wants_judging = options.judge and is_unmeasured
    if proposal.base == playbook.commit and not wants_judging:
        return Refreshed(proposal, "fresh", f"it is on {playbook.commit[:12]} already")
    proposed = read_proposed(session.workspace.repo, playbook, proposal, record)
    replayed = replay(proposed)
    draft = draft_of(record, replayed)
    if reason := _rejected(session, playbook, record):
        return Refreshed(proposal, "refused", reason)
    if not (options.force or wants_judging or _rests_on_another(session.workspace.repo, playbook, proposal)):
        reason = "the reviewed branch moved, but not in what this rests on: no new commit, so reviews stand"
        return Refreshed(proposal, "unchanged", reason)
    checks = recheck(session, playbook, draft, record)
    if failed := next((check for check in checks if not (check.ok or check.name == CHECK_NAME)), None):
        return Refreshed(proposal, "refused", f"check {failed.name} fails on the new base: {failed.detail}")
    renewed = renewed_record(session, playbook, draft, record, checks)
    if options.judge and renewed.measured is not None and renewed.measured.other_rules:
        return _judged(session, playbook, subject, draft, options)
    changes = with_verdict(replayed.changes, proposed.path(record.rule_id), renewed.verdict)
    review = session.settings.review
    now = open_proposal(
        session.workspace.repo, playbook.commit, changes, renewed, Identity(review.author_name, review.author_email),
        when=session.clock.now(), replaces=proposal.commit,
    )  # fmt: skip
    return Refreshed(proposal, "refreshed", _said(proposal, renewed), now)


def _judged(
    session: Session,
    playbook: Playbook,
    subject: tuple[Proposal, EvidenceRecord],
    draft: Draft,
    options: RefreshOptions,
) -> Refreshed:
    proposal, record = subject
    context, judgement = judge_again(session, playbook, draft, record, options.hooks)
    if judgement.verdict == "undecided: infrastructure":
        return Refreshed(
            proposal, "failed", f"nothing could be measured now, so it is left as it is: {judgement.reason}"
        )
    now = write_judged(context, judgement, proposal.id, proposal.commit, born=record)
    return Refreshed(proposal, "refreshed", f"judged again on {now.base[:12]}: {judgement.verdict}", now)


def _said(proposal: Proposal, record: EvidenceRecord) -> str:
    moved = f"now on {record.base[:12]}, before on {proposal.base[:12]}"
    if record.measured is None:
        return moved
    if record.measured.other_rules:
        return (
            f"{moved}; its figures were measured on {record.measured.base[:12]} under other rules, so it must be "
            f"judged again (ace refresh {proposal.id} --judge)"
        )
    return f"{moved}; its figures, of {record.measured.base[:12]}, hold: the rules in the prompt are the same"


def _rejected(session: Session, playbook: Playbook, record: EvidenceRecord) -> str:
    """Return who rejected the proposal since it was opened and why, empty when nobody did."""
    known_at = (session.settings.review.remote_name, session.clock.now()[:10])
    found = standing_against(session.workspace.repo, playbook.commit, [record.proposal], known_at)
    return "".join(map(rejection_words, found.values()))


def _rests_on_another(repo: Path, playbook: Playbook, proposal: Proposal) -> bool:
    """Return True when a file of the playbook is another now than where the proposal began."""
    before, now = (list_tree(repo, commit, playbook.path) for commit in (proposal.merge_base, playbook.commit))
    return before != now


def _close(repo: Path, proposal: Proposal, reason: str, remote: str) -> Refreshed:
    if proposal.remote and not remote:
        reason = f"{reason}; its branch is at {proposal.remote} only: --push deletes it there"
        return Refreshed(proposal, "refused", reason)
    try:
        if not proposal.remote:
            close_proposal(repo, proposal)
        gone = remove_there(repo, remote, proposal) if remote else ""
    except ReviewError as exc:
        return Refreshed(proposal, "failed", f"{reason}; {exc}")
    back = f"git branch {proposal.name} {proposal.commit[:12]}"
    return Refreshed(proposal, "closed", f"{reason}; its branch is deleted (to have it back: {back})", pushed=gone)


def _sent(repo: Path, result: Refreshed, remote: str) -> Refreshed:
    if not remote or result.now is None:
        return result
    try:
        return replace(result, pushed=push_again(repo, remote, result.proposal, result.now))
    except ReviewError as exc:
        return replace(result, state="failed", reason=f"{result.reason}; it could not be pushed: {exc}")
