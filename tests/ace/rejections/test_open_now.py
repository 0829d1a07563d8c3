"""What waits for a person: rejected and merged proposals do not, wherever the decision is."""

from pathlib import Path

import pytest

from ace.errors import AceError
from ace.rejections.open_now import listed_proposals, refuse_rejected, standing_proposals
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.review.commit_message import proposal_message
from ace.review.fingerprint import fingerprint
from tests.ace.rejections.rejecting import open_one, person_commits, session_on
from tests.ace.review.playbook_repository import Repository, make_evidence


def test_a_rejected_one_whose_branch_is_still_there_is_not_open(repository: Repository) -> None:
    declined, merged, left = open_one(repository), open_one(repository, "add"), open_one(repository, "delete")
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "merge", "-q", "--no-ff", merged.branch)
    session = session_on(repository.path)
    reject_proposal(session, RejectRequest(declined.id, "not so", expires="2027-01-01", keep_branch=True))
    assert [[one.id for one in part] for part in listed_proposals(session)] == [[left.id], [declined.id], [merged.id]]
    later = session_on(repository.path, "2027-01-02")
    assert {one.id for one in listed_proposals(later).open} == {declined.id, left.id}, "it has expired"


def test_junk_and_forged_branches_neither_count_nor_keep_a_rule(repository: Repository) -> None:
    good, edited = open_one(repository), open_one(repository, "add")
    person_commits(repository, edited.branch)
    for number in range(3):
        repository.git("branch", f"ace/p/junk{number}", "main")
    forged = make_evidence(repository.git("rev-parse", "main"), "delete", playbook="elsewhere")
    tree = repository.git("rev-parse", "main^{tree}")
    message = proposal_message(forged, fingerprint("delete", forged.rule_id, None), "body")
    who = ("-c", "user.name=u", "-c", "user.email=u@x.org")
    commit = repository.git(*who, "commit-tree", tree, "-p", "main", stdin=message.encode())
    repository.git("branch", f"ace/p/{forged.proposal}", commit)
    session = session_on(repository.path)
    listed = {one.id for one in listed_proposals(session).open}
    assert {good.id, edited.id, forged.proposal, "junk0", "junk1", "junk2"} == listed
    assert {one.id for one in standing_proposals(session)} == {good.id, edited.id}


def test_a_rejection_that_was_only_fetched_counts(repository: Repository, tmp_path: Path) -> None:
    proposal = open_one(repository)
    repository.git("clone", "-q", str(repository.path), str(tmp_path / "clone"))
    reject_proposal(session_on(repository.path), RejectRequest(proposal.id, "not so", keep_branch=True))
    clone = Repository(tmp_path / "clone")
    session = session_on(clone.path)
    assert [(one.branch, one.remote) for one in listed_proposals(session).open] == [
        (f"origin/ace/p/{proposal.id}", "origin")
    ]
    clone.git("fetch", "-q", "origin")
    assert [one.id for one in listed_proposals(session).rejected] == [proposal.id]


def test_a_person_takes_the_decision_back_before_proposing_the_same(repository: Repository) -> None:
    proposal = open_one(repository)
    session = session_on(repository.path)
    main = repository.git("rev-parse", "main")
    refuse_rejected(session, main, proposal.id)
    reject_proposal(session, RejectRequest(proposal.id, "not so", by="lead"))
    with pytest.raises(AceError, match=f"rejected on 2026-11-30 by lead: not so; .*ace unreject {proposal.id}"):
        refuse_rejected(session, main, proposal.id)
