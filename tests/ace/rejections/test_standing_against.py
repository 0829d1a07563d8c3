"""Which of some proposals a decision stands against."""

from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.rejections.standing_against import rejected_ids, rejection_words, standing_against
from ace.review.git_plumbing import commit_files
from tests.ace.rejections.rejecting import TODAY, open_one, session_on
from tests.ace.review.playbook_repository import BOT, Repository


def test_only_those_asked_for_and_only_while_it_stands(repository: Repository) -> None:
    one, other = open_one(repository), open_one(repository, "add")
    session = session_on(repository.path)
    main = repository.git("rev-parse", "main")
    reject_proposal(session, RejectRequest(one.id, "not\nso", by="lead", expires="2027-01-01", keep_branch=True))
    found = standing_against(repository.path, main, [one.id, other.id, "odd name"], ("origin", TODAY))
    assert {name: rejection_words(item) for name, item in found.items()} == {
        one.id: "rejected on 2026-11-30 by lead: not so"
    }
    assert rejected_ids("origin", "2027-01-01")(repository.path, main, [one.id]) == frozenset()
    assert standing_against(repository.path, main, [], ("origin", TODAY)) == {}


def test_an_unreadable_file_of_another_proposal_is_not_even_read(repository: Repository) -> None:
    proposal = open_one(repository)
    broken = commit_files(repository.path, "main", {".ace/rejected/111111111111.yaml": b"op: [\n"}, "x\n", BOT)
    assert standing_against(repository.path, broken, [proposal.id], ("origin", TODAY)) == {}
