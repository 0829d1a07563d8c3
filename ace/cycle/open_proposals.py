"""From judgements to branches: best first, none twice, never more at once than a person asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ace.config.settings import ReviewSettings
from ace.cycle.draft_identity import already_proposed, proposal_of, touched_rules
from ace.cycle.judging.judgement import Judgement
from ace.cycle.proposal_conflicts import check_beside_open, open_rules
from ace.cycle.proposal_files import ProposalContext, changed_files
from ace.cycle.proposal_ranking import OpenOne, to_give_way
from ace.cycle.proposal_record import evidence_record
from ace.rejections.open_now import listed_proposals, standing_proposals
from ace.review.change_words import is_tidying
from ace.review.errors import ReviewError
from ace.review.evidence import EvidenceRecord
from ace.review.git_plumbing import Identity
from ace.review.proposal_branches import Proposal
from ace.review.proposals import load_evidence, open_proposal
from ace.text.counted import counted
from runtime.contracts.errors import RuleError


@dataclass(frozen=True)
class Opened:
    """What became of a judgement: a branch, or the reason why none.

    `why_not` is empty only for a branch that is new. Of a proposal that was open before it says what was done with
    it; `refreshed`: its commit was replaced by one on the new base, with the new evidence.
    `failed`: it was to be opened and could not be written. `instead_of`: the open proposal that it is clearly better
    than, where there is no room for both.
    """

    judgement: Judgement
    proposal: Proposal | None
    why_not: str = ""
    refreshed: bool = False
    failed: bool = False
    instead_of: str = ""


def open_proposals(context: ProposalContext, judgements: Sequence[Judgement]) -> tuple[Opened, ...]:
    """Return what became of each judgement, best first, at most `review.max_open` branches open at once.

    A proposal that is open already is refreshed when its base is no longer what was judged and nobody worked on it,
    whatever the new verdict is: an old one must not stand beside a rule that turned out otherwise.
    A branch that cannot be written (its name is blocked, it holds a person's work) is said so; the others are made.
    """
    review = context.session.settings.review
    standing = _Standing(context)
    out: list[Opened] = []
    for judgement in judgements:
        name = proposal_of(judgement.draft)
        if name in standing.before:
            out.append(_keep(context, judgement, standing.before[name]))
        elif reason := verdict_forbids(judgement, review) or already_proposed(judgement.draft, standing.rules):
            out.append(Opened(judgement, None, reason))
        elif standing.count >= review.max_open:
            out.append(_full(context, judgement, name, standing))
        else:
            try:
                proposal = write_judged(context, judgement, name, beside=standing.open_now())
            except (ReviewError, RuleError) as exc:
                out.append(Opened(judgement, None, str(exc), failed=True))
                continue
            standing.add(judgement, proposal)
            out.append(Opened(judgement, proposal))
    return tuple(out)


class _Standing:
    """The open proposals: `before` this began, by id; `rules` that one of them touches, by rule; how many there are.

    A branch that is no proposal, or not the one it says, is in the way of its own id alone.
    """

    def __init__(self, context: ProposalContext) -> None:
        self._repo = context.session.workspace.repo
        self.before = {one.id: one for one in listed_proposals(context.session).open}
        self._standing = standing_proposals(context.session)
        self.rules = {rule_id: one.id for one in self._standing for rule_id in one.rule_ids}
        self._new: list[Proposal] = []

    @property
    def count(self) -> int:
        return len(self._standing) + len(self._new)

    def add(self, judgement: Judgement, proposal: Proposal) -> None:
        self._new.append(proposal)
        self.rules |= dict.fromkeys(touched_rules(judgement.draft), proposal.id)

    def open_now(self) -> tuple[OpenOne, ...]:
        """Return those whose evidence can be read; `ace diff` says what is wrong with the others."""
        return with_evidence(self._repo, (*self._standing, *self._new))


def with_evidence(repo: Path, proposals: Iterable[Proposal]) -> tuple[OpenOne, ...]:
    """Return each proposal with its evidence; one whose evidence cannot be read is left out."""
    found: list[OpenOne] = []
    for proposal in proposals:
        if proposal.problem:
            continue
        try:
            found.append(OpenOne(proposal, load_evidence(repo, proposal.commit, proposal.id)))
        except ReviewError:
            continue
    return tuple(found)


def full_words(count: int) -> str:
    """Return that no more than the `count` open proposals may be open."""
    return f"{counted(count, 'proposal')} {'is' if count == 1 else 'are'} open, the most `review.max_open` allows"


def _full(context: ProposalContext, judgement: Judgement, name: str, standing: _Standing) -> Opened:
    """Return a proposal that has no room, and which open one it is clearly better than; nothing is closed for it."""
    full = full_words(standing.count)
    weaker = to_give_way(evidence_record(context, judgement, name), standing.open_now())
    if weaker is None:
        return Opened(judgement, None, full)
    other = weaker.proposal
    reason = (
        f"{full}; it is clearly better than {other.branch} ({other.op} {other.rule_id}, {weaker.record.verdict}): to "
        f"have it instead, reject that one (ace reject {other.id} --reason ...) and propose again: what was tried is "
        "kept"
    )
    return Opened(judgement, None, reason, instead_of=other.id)


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
        renewed = write_judged(context, judgement, proposal.id, proposal.commit)
    except (ReviewError, RuleError) as exc:
        return Opened(judgement, proposal, f"{stale}; it cannot be refreshed: {exc}")
    return Opened(judgement, renewed, f"refreshed: now on {base[:7]}, before on {proposal.base[:7]}", refreshed=True)


def write_judged(
    context: ProposalContext,
    judgement: Judgement,
    name: str,
    replaces: str | None = None,
    *,
    beside: Sequence[OpenOne] = (),
    born: EvidenceRecord | None = None,
) -> Proposal:
    """Return the proposal `name` after its branch was written from `judgement`; `replaces`: as `open_proposal`.

    `beside`: the others that are open; whether its rule gets on with theirs stands in its evidence. `born`: the
    evidence it was drafted with, whose run, failures and quotes stay those it answers however often it is judged.
    Raises: ReviewError, RuleError.
    """
    session = context.session
    repo = session.workspace.repo
    changes = changed_files(context, judgement)
    record = evidence_record(context, judgement, name)
    if born is not None:
        record = record.model_copy(update={"cluster": born.cluster, "run_id": born.run_id, "quotes": born.quotes})
    check = check_beside_open(context, judgement.draft.after, open_rules(repo, beside))
    if check is not None:
        record = record.model_copy(update={"checks": (*record.checks, check)})
    review = session.settings.review
    identity = Identity(review.author_name, review.author_email)
    base = context.playbook.commit
    return open_proposal(repo, base, changes, record, identity, when=session.clock.now(), replaces=replaces)
