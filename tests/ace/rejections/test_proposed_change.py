"""What a proposal proposes is read from its own commit, wherever its refs are."""

import pytest

from ace.rejections.proposed_change import proposal_refs, read_change, was_merged
from ace.rejections.read_rejections import parse_rejection
from ace.rejections.reject_proposal import rejection_of
from ace.rejections.stated_fingerprint import stated_fingerprint
from ace.rejections.write_rejection import dump_rejection, rejection_path
from ace.review.errors import ProposalError
from ace.review.fingerprint import fingerprint
from runtime.rules.read_rule import parse_rule
from tests.ace.rejections.rejecting import open_one, person_commits
from tests.ace.review.playbook_repository import GREETING, GREETING_PATH, NEW_RULE, RULE_PATH, Repository


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


def test_whose_rule_goes_is_read_from_the_base_and_stays_in_the_rejection(repository: Repository) -> None:
    theirs = GREETING.replace(b"agent: tutor", b"agent: inspector")
    repository.commit(**{GREETING_PATH: theirs})
    mark = fingerprint("delete", "misc.old-greeting", None, agent="inspector")
    proposal = open_one(repository, "delete", proposal=mark[:12])
    change = read_change(repository.path, proposal.id, proposal.commit)
    assert (change.after, change.agent) == (None, "inspector")
    kept = rejection_of(change, "not so", "lead", ("2026-11-30", None))
    assert (kept.agent, stated_fingerprint(kept)) == ("inspector", mark)
    assert parse_rejection(dump_rejection(kept), rejection_path(mark)) == kept
