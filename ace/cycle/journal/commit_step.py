"""The step that writes branches: each proposal once, also when it is killed between two of them."""

from dataclasses import replace

from ace.curator.draft import Draft
from ace.cycle.draft_identity import proposal_of
from ace.cycle.journal.cycle_under_way import CycleUnderWay
from ace.cycle.open_proposals import Opened
from ace.cycle.propose import Judged, open_judged
from ace.errors import AceError
from ace.review.ancestry import is_ancestor
from ace.review.commit_message import read_message
from ace.review.commit_object import parse_commit
from ace.review.errors import NoBaseError
from ace.review.git_refs import branch_tip, ref_commit
from ace.review.proposal_branches import PREFIX, Proposal, list_proposals
from ace.review.proposals import OPENED
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.json_types import as_object
from runtime.contracts.playbook import Playbook
from runtime.rules.git_read import read_commits

DELETED = "its branch was deleted since it was opened"


def check_base(session: Session, base: str) -> str:
    """Return that the reviewed branch has moved on from `base`, the commit that was judged on, "" when it has not.

    Asked right before branches are written: judging takes hours.
    Raises: AceError when the branch is gone or no longer holds `base`: nothing that was judged could be merged there.
    """
    repo = session.workspace.repo
    try:
        branch = session.branch
        tip = branch_tip(repo, branch)
    except NoBaseError as exc:
        raise AceError(
            f"the reviewed branch is gone since this cycle began on it at {base[:7]}, so nothing is opened; "
            f"`git branch NAME {base[:12]}` brings it back, then `ace cycle` goes on ({exc})"
        ) from exc
    if not is_ancestor(repo, base, tip):
        raise AceError(
            f"branch {branch!r} is at {tip[:7]}, which does not hold {base[:7]}, what was judged on: its history was "
            "rewritten, so nothing is opened. Where that was a mistake, put it back and start `ace cycle` again: it "
            "goes on; else `ace cycle` begins anew"
        )
    if tip == base:
        return ""
    return f"stale at birth: {branch} moved while it ran ({base[:7]} -> {tip[:7]}); next: ace refresh --all"


def commit_judged(
    session: Session, cycle: CycleUnderWay, run: LoadedRun, playbook: Playbook, judged: Judged
) -> tuple[Opened, ...]:
    """Return what became of each judgement, as this cycle sees it from its beginning.

    What was open before the first branch is written is written down; what the refs hold of this run besides is this
    cycle's own work, whether or not it lived to write that down. A branch of it that a person has deleted meanwhile is
    not made again.
    """
    repo = session.workspace.repo
    is_first = not cycle.find("commit")
    if is_first:
        cycle.write("commit", before=_open_now(session))
    before = as_object(cycle.find("commit").get("before"))
    deleted = () if is_first else tuple(item for item in judged.judgements if _is_deleted(session, run, item.draft))
    kept = tuple(item for item in judged.judgements if item not in deleted)
    opened = [_own(item, run, before) for item in open_judged(session, run, playbook, replace(judged, judgements=kept))]
    for item in opened:
        if item.proposal is not None and (item.refreshed or not item.why_not):
            tip = ref_commit(repo, PREFIX + item.proposal.id)
            event = "refreshed" if item.refreshed else "opened"
            if not cycle.find(event, proposal=item.proposal.id):
                cycle.write(event, proposal=item.proposal.id, commit=tip)
    result = (*opened, *(Opened(item, None, DELETED) for item in deleted))
    rows = {proposal_of(item.judgement.draft): [item.why_not, item.refreshed, item.failed] for item in result}
    cycle.write("committed", rows=rows)
    return result


def committed(session: Session, cycle: CycleUnderWay, judged: Judged) -> tuple[Opened, ...]:
    """Return what `commit_judged` returned, from the journal and the refs: nothing is written again."""
    rows = as_object(cycle.find("committed").get("rows"))
    there = {item.id: item for item in _listed(session)}
    out = []
    for judgement in judged.judgements:
        name = proposal_of(judgement.draft)
        row = rows.get(name)
        why_not, refreshed, failed = row if isinstance(row, list) and len(row) == 3 else ("", False, False)
        proposal: Proposal | None = there.get(name)
        gone = DELETED if proposal is None and not why_not else ""
        out.append(Opened(judgement, proposal, str(why_not) or gone, bool(refreshed), bool(failed)))
    return tuple(out)


def _open_now(session: Session) -> dict[str, str]:
    return {item.id: item.commit for item in _listed(session)}


def _listed(session: Session) -> tuple[Proposal, ...]:
    return list_proposals(session.workspace.repo, session.branch, session.settings.review.remote_name)


def _own(item: Opened, run: LoadedRun, before: dict[str, object]) -> Opened:
    """Return `item`; "open already" becomes what it is when this cycle wrote it before it was killed."""
    proposal = item.proposal
    if proposal is None or not item.why_not or item.refreshed or proposal.run_id != run.record.run:
        return item
    if proposal.id not in before:
        return replace(item, why_not="")
    if before[proposal.id] != proposal.commit:
        return replace(item, refreshed=True, why_not=f"refreshed: now on {proposal.base[:7]}")
    return item


def _is_deleted(session: Session, run: LoadedRun, draft: Draft) -> bool:
    """Return True when this cycle wrote the branch of `draft` and it is there no more."""
    repo, name = session.workspace.repo, proposal_of(draft)
    written = ref_commit(repo, OPENED + name)
    there = f"refs/remotes/{session.settings.review.remote_name}/ace/p/{name}"
    if not written or ref_commit(repo, PREFIX + name) or ref_commit(repo, there):
        return False
    found = parse_commit(read_commits(repo, [written])[written])
    facts = read_message(found.subject, found.trailers)
    return facts is not None and facts.run_id == run.record.run
