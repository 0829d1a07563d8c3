"""From judgements to branches: best first, none twice, never more at once than a person asked for."""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.config.settings import ReviewSettings
from ace.cycle.draft_identity import already_proposed, proposal_of, touched_rules
from ace.cycle.judging.judgement import Judgement
from ace.cycle.proposal_files import ProposalContext, changed_files
from ace.cycle.proposal_record import evidence_record
from ace.review.change_words import is_tidying
from ace.review.errors import ReviewError
from ace.review.git_plumbing import Identity
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import open_proposal
from runtime.contracts.errors import RuleError


@dataclass(frozen=True)
class Opened:
    """What became of a judgement: a branch, or the reason why none.

    `why_not` is empty only for a branch that is new. Of a proposal that was open before it says what was done with
    it; `refreshed`: its commit was replaced by one on the new base, with the new evidence.
    `failed`: it was to be opened and could not be written.
    """

    judgement: Judgement
    proposal: Proposal | None
    why_not: str = ""
    refreshed: bool = False
    failed: bool = False


def open_proposals(context: ProposalContext, judgements: Sequence[Judgement]) -> tuple[Opened, ...]:
    """Return what became of each judgement, best first, at most `review.max_open` branches open at once.

    A proposal that is open already is refreshed when its base is no longer what was judged and nobody worked on it,
    whatever the new verdict is: an old one must not stand beside a rule that turned out otherwise.
    A branch that cannot be written (its name is blocked, it holds a person's work) is said so; the others are made.
    """
    review = context.session.settings.review
    repo = context.session.workspace.repo
    existing = [p for p in list_proposals(repo, context.session.branch) if not p.is_merged]
    by_id = {proposal.id: proposal for proposal in existing}
    open_now = set(by_id)
    rules_open = {rule_id: proposal.id for proposal in existing for rule_id in proposal.rule_ids}
    out: list[Opened] = []
    for judgement in judgements:
        name = proposal_of(judgement.draft)
        if name in by_id:
            out.append(_keep(context, judgement, by_id[name]))
        elif reason := verdict_forbids(judgement, review) or already_proposed(judgement.draft, rules_open):
            out.append(Opened(judgement, None, reason))
        elif len(open_now) >= review.max_open:
            out.append(
                Opened(judgement, None, f"{len(open_now)} proposals are open, the most `review.max_open` allows")
            )
        else:
            try:
                proposal = _open(context, judgement, name)
            except (ReviewError, RuleError) as exc:
                out.append(Opened(judgement, None, str(exc), failed=True))
                continue
            open_now.add(proposal.id)
            rules_open |= dict.fromkeys(touched_rules(judgement.draft), proposal.id)
            out.append(Opened(judgement, proposal))
    return tuple(out)


def verdict_forbids(judgement: Judgement, review: ReviewSettings) -> str:
    """Return why a branch may not be opened on this verdict, empty when it may.

    A merge or a deletion that answers no failure should change nothing, so with `review.tidy` it needs no improvement:
    enough cases must have been tried, and not clearly more of them broken than fixed.
    """
    if judgement.verdict in review.open:
        return ""
    refused = f"`review.open` does not allow {judgement.verdict!r}"
    draft, cases = judgement.draft, judgement.screen.cases
    is_open_question = judgement.verdict in {"no effect", "insufficient evidence"} and not judgement.stopped
    if not (review.tidy and is_open_question and is_tidying(draft.op, draft.cluster is not None)):
        return refused
    if cases >= review.tidy_cases:
        return ""
    return (
        f"{refused}; for a {draft.op}, `review.tidy_cases` asks for {review.tidy_cases} cases, and {cases} were tried"
    )


def _keep(context: ProposalContext, judgement: Judgement, proposal: Proposal) -> Opened:
    """Return what becomes of a proposal that is open already: refreshed, or left with the reason."""
    base = context.playbook.commit
    if proposal.problem:
        return Opened(judgement, proposal, proposal.problem)
    if proposal.is_fresh or proposal.base == base:
        return Opened(judgement, proposal, "open already")
    stale = f"open already, measured on {proposal.base[:7]}"
    if not proposal.is_untouched:
        return Opened(judgement, proposal, f"{stale}; a person has worked on it, so it is left as it is")
    if judgement.verdict == "undecided: infrastructure":
        return Opened(judgement, proposal, f"{stale}; nothing could be measured now, so it is left as it is")
    try:
        renewed = _open(context, judgement, proposal.id, proposal.commit)
    except (ReviewError, RuleError) as exc:
        return Opened(judgement, proposal, f"{stale}; it cannot be refreshed: {exc}")
    return Opened(judgement, renewed, f"refreshed: now on {base[:7]}, before on {proposal.base[:7]}", refreshed=True)


def _open(context: ProposalContext, judgement: Judgement, name: str, replaces: str | None = None) -> Proposal:
    session = context.session
    changes = changed_files(context, judgement)
    record = evidence_record(context, judgement, name)
    review = session.settings.review
    identity = Identity(review.author_name, review.author_email)
    base = context.playbook.commit
    return open_proposal(
        session.workspace.repo, base, changes, record, identity, when=session.clock.now(), replaces=replaces
    )
