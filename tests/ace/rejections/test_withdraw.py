"""A rejection is taken back by any of its names, and the day is kept."""

import pytest

from ace.errors import NotFoundError
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.rejections.withdraw import withdraw_rejection
from tests.ace.rejections.rejecting import TODAY, open_one, session_on, state_of
from tests.ace.review.playbook_repository import Repository


@pytest.mark.parametrize(
    "name", ["{id}", "{id:.5}", "ace/p/{id}", ".ace/rejected/{id}.yaml", "tools.retrieve-before-web"]
)
def test_it_is_taken_back_by_any_of_its_names(repository: Repository, name: str) -> None:
    proposal = open_one(repository)
    session = session_on(repository.path)
    reject_proposal(session, RejectRequest(proposal.id, "not wanted"))
    before = state_of(repository)
    done = withdraw_rejection(session, name.format(id=proposal.id))
    assert (done.rejection.withdrawn, done.opened) == (TODAY, proposal.commit)
    assert state_of(repository) == before
    with pytest.raises(NotFoundError, match="nothing is rejected here"):
        withdraw_rejection(session, proposal.id)


def test_an_unknown_name_is_answered_with_the_nearest(repository: Repository) -> None:
    session = session_on(repository.path)
    reject_proposal(session, RejectRequest(open_one(repository).id, "not wanted"))
    with pytest.raises(NotFoundError, match="did you mean `tools"):
        withdraw_rejection(session, "tools.retrieve-before-wep")


def test_one_of_several_for_a_rule_is_asked_for(repository: Repository) -> None:
    session = session_on(repository.path)
    for op in ("edit", "merge"):
        reject_proposal(session, RejectRequest(open_one(repository, op).id, "not wanted"))
    with pytest.raises(NotFoundError, match="2 rejections are called"):
        withdraw_rejection(session, "tools.retrieve-before-web")
