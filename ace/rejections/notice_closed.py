"""Proposals that people closed without a word: their branch was deleted, or their request closed."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ace.rejections.known_rejections import known_rejections
from ace.rejections.proposed_change import ProposalRefs, ProposedChange, proposal_refs, read_change, was_merged
from ace.rejections.reject_proposal import close_branch, keeping, rejection_of, write_rejections
from ace.rejections.rejected_branch import Keeping
from ace.rejections.rejection import Rejection
from ace.rejections.remote_branches import reviewed_tips, there_now
from ace.rejections.who_and_why import fit_name, tidy_reason
from ace.review.errors import BranchMovedError, ReviewError
from ace.review.git_refs import RefMove, update_refs
from ace.review.in_force import held_evidence
from ace.session import Session
from runtime.contracts.errors import RuleError
from runtime.rules.git_read import run_git
from runtime.traces.redaction import redact_text

BRANCH_DELETED = "its branch was deleted"
REQUEST_CLOSED = "its pull request was closed"
_SOMEBODY = "who deleted the branch"


@dataclass(frozen=True)
class ClosedRequest:
    """A pull or merge request that was closed and not merged. `reason` and `by` are strangers' words, or empty."""

    proposal_id: str
    reason: str = ""
    by: str = ""
    url: str = ""


@dataclass(frozen=True)
class _Was:
    """A proposal that is closed as it seems: what it proposed, and when its commit was written."""

    refs: ProposalRefs
    change: ProposedChange
    written: datetime.datetime


def notice_closed(session: Session) -> tuple[Rejection, ...]:
    """Return the rejections that were written, each once, for proposals whose branch somebody deleted.

    One was opened here (`refs/ace/opened/<id>`), has no branch any more, here or at any remote, and what it proposed
    was never merged. Not counted: what was proposed anew, or followed by a later proposal for the same rule, and
    whatever cannot be read. With `review.remote` set that remote is asked what it has now; without an answer, or when
    it has reviewed commits that are not here, nothing is closed. Other remotes count as last fetched. What our own push
    had left of a branch that is gone there (`refs/remotes/...`) goes too.
    They expire after `review.deleted_expires_days`.
    Raises: as `commit_rejections`; RuleError when a rejection cannot be read.
    """
    remote = session.settings.review.remote
    gone = {name: refs for name, refs in proposal_refs(session.workspace.repo).items() if _is_gone(refs, remote)}
    if not gone:
        return ()
    there = there_now(session.workspace.repo, remote, session.branch) if remote else None
    if remote and (there is None or not there.is_fetched):
        return ()
    place = keeping(session)
    tips = reviewed_tips(place.repo, session.branch, place.reviewed, there.reviewed if there else "")
    left = [refs for name, refs in gone.items() if there is None or name not in there.proposals]
    closed = _unmerged(place, tips, left)
    last = _last_of_rules(place, closed)
    made = [
        _rejection(session, was, BRANCH_DELETED, _SOMEBODY) for was in closed if last[_rule(was.change)] == was.refs.id
    ]
    written = _write(session, place, _fresh(place, closed, made))
    if remote:
        _forget_there(place.repo, remote, left)
    return written


def notice_closed_requests(session: Session, closed: Iterable[ClosedRequest]) -> tuple[Rejection, ...]:
    """Return the rejections that were written, each once, for requests that people closed without merging.

    The proposal's branch here goes too, where nobody worked on it: else it would be requested again. A proposal that is
    not here, or was merged all the same, is left out.
    Raises: as `notice_closed`.
    """
    known = proposal_refs(session.workspace.repo)
    asked = {one.proposal_id: one for one in closed if one.proposal_id in known}
    if not asked:
        return ()
    place = keeping(session)
    tips = reviewed_tips(place.repo, session.branch, place.reviewed)
    found = _unmerged(place, tips, [known[name] for name in asked])
    made = [_of_request(session, was, asked[was.refs.id]) for was in found]
    written = _write(session, place, _fresh(place, found, made))
    marks = {one.fingerprint for one in written}
    for was in found:
        if was.change.facts.fingerprint in marks and was.change.is_untouched:
            close_branch(place.repo, was.refs)
    return written


def _is_gone(refs: ProposalRefs, asked: str | None) -> bool:
    """Return True for what may have been deleted. What is known of the remote `asked` may be of long ago."""
    # A clone that fetched the refs of what was opened has the remote's branches, and none of its own.
    return bool(refs.opened) and not refs.branch and not refs.remotes.keys() - {asked}


def _forget_there(repo: Path, remote: str, gone: Iterable[ProposalRefs]) -> None:
    """Delete what is remembered of branches that `remote` has no more; of a person's work there nothing."""
    stale = [refs for refs in gone if refs.opened and refs.remotes.get(remote) == refs.opened]
    moves = [RefMove(f"refs/remotes/{remote}/ace/p/{one.id}", "0" * len(one.opened), one.opened) for one in stale]
    # Fetched at this moment: then it is as new as can be.
    with suppress(BranchMovedError):
        update_refs(repo, moves)


def _unmerged(place: Keeping, tips: Sequence[str], refs: Iterable[ProposalRefs]) -> list[_Was]:
    """Return those of `refs` that can be read and that no reviewed commit of `tips` holds or has held."""
    # One look for all: in time most of what was opened is merged.
    merged = {name for tip in tips for name in held_evidence(place.repo, tip)}
    read = (_read(place, one) for one in refs if one.id not in merged)
    return [was for was in read if was is not None and not was_merged(place.repo, tips, was.change)]


def _read(place: Keeping, refs: ProposalRefs) -> _Was | None:
    """Return what was proposed and when; None where that cannot be read: nothing is known of it then."""
    try:
        change = read_change(place.repo, refs.id, refs.tip)
    except (ReviewError, RuleError):
        return None
    written = run_git(place.repo, "log", "--no-walk", "--format=%cI", change.commit, "--").decode("ascii").strip()
    return _Was(refs, change, datetime.datetime.fromisoformat(written))


def _last_of_rules(place: Keeping, closed: Sequence[_Was]) -> Mapping[tuple[str, str], str]:
    """Return for the rule of each of `closed` the proposal that was written last, open and merged ones too."""
    rules = {_rule(was.change) for was in closed}
    names = {was.refs.id for was in closed}
    others = (_read(place, refs) for name, refs in proposal_refs(place.repo).items() if closed and name not in names)
    found = [was for was in (*closed, *others) if was is not None and _rule(was.change) in rules]
    return {_rule(was.change): was.refs.id for was in sorted(found, key=lambda one: (one.written, one.refs.id))}


def _rule(change: ProposedChange) -> tuple[str, str]:
    """Return the agent and the id: two agents may have rules of one id."""
    return change.agent, change.facts.rule_id


def _fresh(place: Keeping, closed: Iterable[_Was], made: Iterable[Rejection]) -> list[Rejection]:
    """Return those that are news: no decision is known, or the proposal was written after the day of it."""
    days = {was.change.facts.fingerprint: was.written.astimezone(datetime.UTC).date().isoformat() for was in closed}
    known = {one.fingerprint: one for one in known_rejections(place.repo, place.reviewed, place.remote)}
    return [one for one in made if _is_news(known.get(one.fingerprint), days[one.fingerprint])]


def _is_news(known: Rejection | None, written: str) -> bool:
    return known is None or written > max(known.date, known.withdrawn or "", known.expires or "")


def _of_request(session: Session, was: _Was, closed: ClosedRequest) -> Rejection:
    # It is committed, whatever somebody pasted into the comment.
    reason = tidy_reason(redact_text(closed.reason), REQUEST_CLOSED)
    link = tidy_reason(redact_text(closed.url), "")
    if link and len(reason) + len(link) < 700:
        reason = f"{reason} ({link})"
    return _rejection(session, was, reason, fit_name((closed.by, "who closed the request")))


def _rejection(session: Session, was: _Was, reason: str, by: str) -> Rejection:
    today = session.clock.now()[:10]
    last = datetime.date.fromisoformat(today) + datetime.timedelta(days=session.settings.review.deleted_expires_days)
    return rejection_of(was.change, reason, by, (today, last.isoformat()))


def _write(session: Session, place: Keeping, made: list[Rejection]) -> tuple[Rejection, ...]:
    if made:
        write_rejections(session, place, made)
    return tuple(made)
