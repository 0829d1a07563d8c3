"""From judgements to branches."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.judging.judgement import Judgement
from ace.cycle.open_proposals import open_proposals
from ace.cycle.proposal_conflicts import CHECK_NAME
from ace.cycle.proposal_files import ProposalContext
from ace.review.proposal_branches import list_proposals
from ace.review.proposals import load_evidence
from ace.session import Session
from runtime.contracts.rule import Verdict
from tests.ace.building import commit_all, git, small_session
from tests.ace.conftest import SmallProposal, SmallRun, copy_of


@pytest.fixture
def context(small_run: SmallRun, tmp_path: Path) -> ProposalContext:
    """A fresh repository that the judgements of the small proposal can be opened in."""
    copied = copy_of(small_run, tmp_path / "repo")
    info = copied.run.episodes[0].header.controller
    return ProposalContext(copied.session, copied.run, copied.session.playbook(), info)


def with_review(context: ProposalContext, **review: object) -> ProposalContext:
    """Return the context under other review settings."""
    session: Session = small_session(
        context.session.workspace.repo, **{f"review__{name}": value for name, value in review.items()}
    )
    return replace(context, session=session)


def as_verdict(judgements: tuple[Judgement, ...], verdict: Verdict) -> tuple[Judgement, ...]:
    """Return the judgements with another verdict."""
    return tuple(replace(item, verdict=verdict) for item in judgements)


ANY = ("confirmed", "promising", "insufficient evidence", "no effect", "harmful")


def test_only_allowed_verdicts_become_branches(context: ProposalContext, small_proposal: SmallProposal) -> None:
    opened = open_proposals(context, small_proposal.proposed.judgements)
    assert [item.proposal is not None for item in opened] == [True] + [False] * (len(opened) - 1)
    assert opened[1].why_not == "`review.open` does not allow 'insufficient evidence'"
    assert [item.id for item in list_proposals(context.session.workspace.repo)] == [
        opened[0].proposal.id if opened[0].proposal else ""
    ]


def test_what_may_be_opened_is_configured(context: ProposalContext, small_proposal: SmallProposal) -> None:
    none = open_proposals(with_review(context, open=("confirmed",)), small_proposal.proposed.judgements)
    assert [item.proposal for item in none] == [None] * len(none)
    every = open_proposals(with_review(context, open=ANY), small_proposal.proposed.judgements)
    assert all(item.proposal is not None for item in every)
    assert len(every) == 3


def test_no_more_are_open_than_allowed(context: ProposalContext, small_proposal: SmallProposal) -> None:
    capped = with_review(context, open=ANY, max_open=2)
    opened = open_proposals(capped, small_proposal.proposed.judgements)
    assert [item.proposal is not None for item in opened] == [True, True, False]
    assert "2 proposals are open, the most `review.max_open` allows" in opened[2].why_not
    assert len(list_proposals(context.session.workspace.repo)) == 2


def test_where_there_is_no_room_a_clearly_better_one_is_listed_and_nothing_is_closed(
    context: ProposalContext, small_proposal: SmallProposal
) -> None:
    best, second, *_ = small_proposal.proposed.judgements
    weak = open_proposals(with_review(context, open=ANY, max_open=1), as_verdict((second,), "no effect"))[0]
    assert weak.proposal is not None
    (full,) = open_proposals(with_review(context, open=ANY, max_open=1), as_verdict((best,), "confirmed"))
    assert (full.proposal, full.instead_of) == (None, weak.proposal.id)
    assert full.why_not.startswith("1 proposal is open, the most `review.max_open` allows; it is clearly better than")
    assert f"reject that one (ace reject {weak.proposal.id} --reason ...)" in full.why_not
    assert [item.id for item in list_proposals(context.session.workspace.repo)] == [weak.proposal.id]
    (worse,) = open_proposals(with_review(context, open=ANY, max_open=1), as_verdict((best,), "harmful"))
    assert (worse.instead_of, worse.why_not) == ("", "1 proposal is open, the most `review.max_open` allows")


def test_what_is_open_is_looked_at_beside_a_new_one(context: ProposalContext, small_proposal: SmallProposal) -> None:
    repo = context.session.workspace.repo
    every = open_proposals(with_review(context, open=ANY), small_proposal.proposed.judgements)
    proposals = [one.proposal for one in every if one.proposal is not None]
    records = [load_evidence(repo, proposal.commit, proposal.id) for proposal in proposals]
    said = [[check.detail for check in record.checks if check.name == CHECK_NAME] for record in records]
    assert said[0] == []
    assert said[1] == ["none of 1 open proposals leaves it nothing to do with this"]


def test_the_same_again_opens_nothing(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgements = small_proposal.proposed.judgements
    first = open_proposals(context, judgements)
    refs = git(context.session.workspace.repo, "for-each-ref")
    again = open_proposals(context, judgements)
    assert again[0].why_not == "open already"
    assert again[0].proposal is not None
    assert first[0].proposal is not None
    assert again[0].proposal.commit == first[0].proposal.commit
    assert git(context.session.workspace.repo, "for-each-ref") == refs


def moved_on(context: ProposalContext, name: str = "hints/one-level-at-a-time.yaml") -> ProposalContext:
    """Return the context after a person committed a remark in another rule's file to main."""
    repo = context.session.workspace.repo
    with (repo / "playbooks/tutor" / name).open("a", encoding="utf-8") as file:
        file.write("# notes\n")
    commit_all(repo)
    return replace(context, playbook=context.session.playbook())


@pytest.mark.parametrize("verdict", ["promising", "harmful"])
def test_a_stale_proposal_is_measured_again_and_put_on_the_new_base(
    context: ProposalContext, small_proposal: SmallProposal, verdict: Verdict
) -> None:
    judgements = small_proposal.proposed.judgements[:1]
    first = open_proposals(context, judgements)[0].proposal
    assert first is not None
    later = moved_on(context)
    again = open_proposals(later, as_verdict(judgements, verdict))[0]
    assert again.refreshed
    assert again.why_not == f"refreshed: now on {later.playbook.commit[:7]}, before on {first.base[:7]}"
    repo = context.session.workspace.repo
    (now,) = list_proposals(repo)
    assert again.proposal == now
    assert (now.id, now.base, now.verdict, now.is_fresh) == (first.id, later.playbook.commit, verdict, True)
    evidence = load_evidence(repo, now.commit, now.id)
    assert (evidence.base, evidence.verdict) == (later.playbook.commit, verdict)
    assert git(repo, "rev-list", "--count", f"main..{now.branch}").strip() == "1"
    assert open_proposals(later, judgements)[0].why_not == "open already"


def test_a_persons_work_is_not_replaced(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgements = small_proposal.proposed.judgements[:1]
    first = open_proposals(context, judgements)[0].proposal
    assert first is not None
    repo = context.session.workspace.repo
    git(repo, "checkout", "-q", first.branch)
    (repo / "theirs.txt").write_text("mine\n", encoding="utf-8")
    theirs = commit_all(repo)
    git(repo, "checkout", "-q", "main")
    again = open_proposals(moved_on(context), judgements)[0]
    assert not again.refreshed
    assert (
        again.why_not
        == f"open already, measured on {first.base[:7]}; a person has worked on it, so it is left as it is"
    )
    assert git(repo, "rev-parse", first.branch).strip() == theirs


def test_what_could_not_be_measured_replaces_nothing(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgements = small_proposal.proposed.judgements[:1]
    first = open_proposals(context, judgements)[0].proposal
    again = open_proposals(moved_on(context), as_verdict(judgements, "undecided: infrastructure"))[0]
    assert not again.refreshed
    assert "nothing could be measured now" in again.why_not
    assert first is not None
    assert git(context.session.workspace.repo, "rev-parse", first.branch).strip() == first.commit


def test_a_branch_that_is_checked_out_is_not_refreshed(
    context: ProposalContext, small_proposal: SmallProposal, tmp_path: Path
) -> None:
    judgements = small_proposal.proposed.judgements[:1]
    first = open_proposals(context, judgements)[0].proposal
    assert first is not None
    git(context.session.workspace.repo, "worktree", "add", "-q", str(tmp_path / "reading"), first.branch)
    again = open_proposals(moved_on(context), judgements)[0]
    assert not again.refreshed
    assert "it cannot be refreshed: branch " in again.why_not
    assert again.proposal is not None
    assert again.proposal.commit == first.commit


def test_a_branch_that_cannot_be_read_says_so(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgements = small_proposal.proposed.judgements[:1]
    first = open_proposals(context, judgements)[0].proposal
    assert first is not None
    git(context.session.workspace.repo, "branch", "-q", "-f", first.branch, "main~0")
    (opened,) = open_proposals(moved_on(context), judgements)
    assert "holds no commit of proposal" in opened.why_not


def test_one_rule_has_one_open_proposal(context: ProposalContext, small_proposal: SmallProposal) -> None:
    best = small_proposal.proposed.judgements[0]
    assert best.draft.after is not None
    other = best.draft.after.model_copy(update={"text": "Read what `retrieve` gives before the web.\n"})
    second = replace(best, checked=replace(best.checked, draft=replace(best.draft, after=other)))
    opened = open_proposals(context, (best, second))
    assert opened[0].proposal is not None
    assert opened[1].proposal is None
    assert opened[1].why_not == f"{opened[0].proposal.branch} already proposes a change to this rule"


def test_a_merged_proposal_no_longer_counts(context: ProposalContext, small_proposal: SmallProposal) -> None:
    capped = with_review(context, open=ANY, max_open=1)
    judgements = small_proposal.proposed.judgements
    first = open_proposals(capped, judgements[:1])[0].proposal
    assert first is not None
    repo = context.session.workspace.repo
    git(repo, "merge", "-q", "--ff-only", first.branch)
    merged = replace(capped, playbook=context.session.playbook())
    assert open_proposals(merged, judgements[1:2])[0].proposal is not None


def test_a_branch_that_cannot_be_written_hides_no_other(
    context: ProposalContext, small_proposal: SmallProposal
) -> None:
    repo = context.session.workspace.repo
    git(repo, "branch", "ace")
    opened = open_proposals(with_review(context, open=ANY), small_proposal.proposed.judgements)
    assert len(opened) == 3
    assert all("a branch named 'ace' keeps git from creating" in item.why_not for item in opened)
    git(repo, "branch", "-D", "ace")
    again = open_proposals(with_review(context, open=ANY), small_proposal.proposed.judgements)
    assert all(item.proposal is not None for item in again)


def test_a_harmful_change_is_not_opened_by_default(context: ProposalContext, small_proposal: SmallProposal) -> None:
    harmful = as_verdict(small_proposal.proposed.judgements, "harmful")
    assert [item.proposal for item in open_proposals(context, harmful)] == [None, None, None]
