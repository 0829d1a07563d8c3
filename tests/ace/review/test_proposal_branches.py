"""Proposals read from branches."""

import pytest

from ace.review.errors import NoBaseError, ProposalError
from ace.review.evidence import evidence_path
from ace.review.proposal_branches import Proposal, list_proposals, read_branch
from ace.review.proposals import open_proposal
from tests.ace.review.playbook_repository import BOT, NEW_RULE, RULE_ID, RULE_PATH, Repository, make_evidence


@pytest.fixture
def proposal(repository: Repository) -> Proposal:
    """One open proposal."""
    evidence = make_evidence(repository.git("rev-parse", "main"), verdict="promising")
    return open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)


def test_an_open_proposal_is_listed_as_it_was_written(repository: Repository, proposal: Proposal) -> None:
    assert list_proposals(repository.path) == (proposal,)
    assert (proposal.rule_id, proposal.op, proposal.verdict, proposal.run_id) == (
        RULE_ID,
        "edit",
        "promising",
        "r-0001",
    )
    assert (proposal.is_fresh, proposal.is_merged, proposal.is_untouched) == (True, False, True)


def test_it_is_stale_when_main_moved(repository: Repository, proposal: Proposal) -> None:
    repository.commit(**{"README": b"x"})
    assert not list_proposals(repository.path)[0].is_fresh
    assert list_proposals(repository.path, proposal.base)[0].is_fresh


@pytest.mark.parametrize("how", ["merge", "squash"])
def test_it_is_merged_however_it_came_to_main(repository: Repository, proposal: Proposal, how: str) -> None:
    person = ("-c", "user.name=p", "-c", "user.email=p@example.org")
    if how == "merge":
        repository.git(*person, "merge", "-q", "--no-ff", "-m", "m", proposal.branch)
    else:
        repository.git("merge", "-q", "--squash", proposal.branch)
        repository.git(*person, "commit", "-q", "-m", "squashed")
    assert list_proposals(repository.path)[0].is_merged


def test_a_merge_counts_also_when_the_evidence_was_deleted_later(repository: Repository, proposal: Proposal) -> None:
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    (repository.path / evidence_path(proposal.id)).unlink()
    repository.commit()
    assert list_proposals(repository.path)[0].is_merged


def test_a_branch_that_is_not_ours_is_listed_with_its_problem(repository: Repository, proposal: Proposal) -> None:
    repository.git("branch", "ace/p/mine", "main")
    repository.git("branch", "ace/p/000000000000", proposal.branch)
    problems = {item.branch: item.problem for item in list_proposals(repository.path)}
    assert problems[proposal.branch] == ""
    assert "holds no commit of proposal mine" in problems["ace/p/mine"]
    assert "holds no commit of proposal 000000000000" in problems["ace/p/000000000000"]


def test_no_branches_no_proposals_even_without_a_commit(empty_repository: Repository) -> None:
    assert list_proposals(empty_repository.path) == ()


def test_a_detached_head_needs_a_name(repository: Repository, proposal: Proposal) -> None:
    repository.git("checkout", "-q", "--detach")
    with pytest.raises(NoBaseError):
        list_proposals(repository.path)
    assert list_proposals(repository.path, "main") == (proposal,)


def test_a_proposal_without_a_branch(repository: Repository) -> None:
    with pytest.raises(ProposalError, match="no branch ace/p/absent"):
        read_branch(repository.path, "absent")
