"""From judgements to branches: best first, none twice, never more at once than a person asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.cycle.judge_drafts import Judgement
from ace.cycle.proposal_files import ProposalContext, changed_files
from ace.cycle.proposal_record import evidence_record
from ace.review.errors import ReviewError
from ace.review.git_plumbing import Identity
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import fingerprint, open_proposal, proposal_id
from runtime.contracts.errors import RuleError


@dataclass(frozen=True)
class Opened:
    """What became of a judgement: a branch, or the reason why none."""

    judgement: Judgement
    proposal: Proposal | None
    why_not: str = ""


def open_proposals(context: ProposalContext, judgements: Sequence[Judgement]) -> tuple[Opened, ...]:
    """Return what became of each judgement, best first, at most `review.max_open` branches open at once.

    A branch that cannot be written (its name is blocked, it holds a person's work) is said so; the others are made.
    """
    review = context.session.settings.review
    repo = context.session.workspace.repo
    existing = [p for p in list_proposals(repo, context.session.branch) if not p.is_merged]
    open_now = {proposal.id for proposal in existing}
    rules_open = {proposal.rule_id: proposal.id for proposal in existing}
    out: list[Opened] = []
    for judgement in judgements:
        name = proposal_id(fingerprint(judgement.draft.op, judgement.draft.rule_id, judgement.draft.after))
        if name in open_now:
            out.append(Opened(judgement, next(p for p in existing if p.id == name), "open already"))
        elif judgement.verdict not in review.open:
            out.append(Opened(judgement, None, f"`review.open` does not allow {judgement.verdict!r}"))
        elif judgement.draft.rule_id in rules_open:
            other = rules_open[judgement.draft.rule_id]
            out.append(Opened(judgement, None, f"ace/p/{other} already proposes a change to this rule"))
        elif len(open_now) >= review.max_open:
            out.append(
                Opened(judgement, None, f"{len(open_now)} proposals are open, the most `review.max_open` allows")
            )
        else:
            try:
                proposal = _open(context, judgement, name)
            except (ReviewError, RuleError) as exc:
                out.append(Opened(judgement, None, str(exc)))
                continue
            open_now.add(proposal.id)
            rules_open[judgement.draft.rule_id] = proposal.id
            out.append(Opened(judgement, proposal))
    return tuple(out)


def _open(context: ProposalContext, judgement: Judgement, name: str) -> Proposal:
    session = context.session
    changes = changed_files(context, judgement)
    record = evidence_record(context, judgement, name)
    review = session.settings.review
    identity = Identity(review.author_name, review.author_email)
    base = context.playbook.commit
    return open_proposal(session.workspace.repo, base, changes, record, identity, when=session.clock.now())
