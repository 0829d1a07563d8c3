"""What a proposal proposes is read from its own commit, wherever its refs are."""

import pytest

from ace.rejections.proposed_change import proposal_refs, read_change, was_merged
from ace.review.errors import ProposalError
from runtime.rules.read_rule import parse_rule
from tests.ace.rejections.rejecting import open_one, person_commits
from tests.ace.review.playbook_repository import NEW_RULE, RULE_PATH, Repository


def test_refs_of_all_kinds_are_found(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("update-ref", f"refs/remotes/origin/ace/p/{proposal.id}", "main")
    (refs,) = proposal_refs(repository.path).values()
    assert (refs.branch, refs.opened, refs.tip) == (proposal.commit, proposal.commit, proposal.commit)
    assert refs.remote == repository.git("rev-parse", "main")


def test_a_persons_commits_on_top_are_not_what_was_proposed(repository: Repository) -> None:
    proposal = open_one(repository)
    assert read_change(repository.path, proposal.id, proposal.commit).is_untouched
    top = person_commits(repository, proposal.branch)
    change = read_change(repository.path, proposal.id, top)
    assert (change.commit, change.tip, change.is_untouched) == (proposal.commit, top, False)
    assert change.after == parse_rule(NEW_RULE, RULE_PATH)
    assert change.cluster == "c-1f9a"


def test_a_commit_of_something_else_is_refused(repository: Repository) -> None:
    proposal = open_one(repository)
    with pytest.raises(ProposalError, match="is not of proposal"):
        read_change(repository.path, proposal.id, repository.git("rev-parse", "main"))


def test_what_says_another_thing_than_its_name_is_refused(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("switch", "-q", proposal.branch)
    repository.write(RULE_PATH, NEW_RULE.replace(b"read what", b"skip what"))
    repository.git("add", "-A")
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "commit", "-q", "--amend", "--no-edit")
    tip = repository.git("rev-parse", "HEAD")
    with pytest.raises(ProposalError, match="what it changes is another"):
        read_change(repository.path, proposal.id, tip)


def test_held_or_squashed_or_by_hand_is_merged(repository: Repository) -> None:
    proposal = open_one(repository)
    change = read_change(repository.path, proposal.id, proposal.commit)
    before = repository.git("rev-parse", "main")
    assert not was_merged(repository.path, [before], change)
    assert was_merged(repository.path, [before, proposal.commit], change)
    assert was_merged(repository.path, [repository.commit(**{RULE_PATH: NEW_RULE})], change)
