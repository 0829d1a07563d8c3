"""What an open proposal changes, read on three sides."""

from pathlib import Path

import pytest

from ace.cycle.proposal_reading import draft_of, playbook_files, read_proposed
from ace.cycle.proposal_replay import Sides, replay
from ace.errors import AceError
from ace.review.proposal_branches import list_proposals
from ace.review.proposals import load_evidence
from tests.ace.cycle.one_proposal import make_repository, opened, session_at
from tests.ace.review.playbook_repository import NEW_RULE, OLD_RULE, RULE_PATH, Repository, make_evidence
from tests.git_matrix.write_path import TEST, TEST_PATH

RETITLED = OLD_RULE.replace(b"Query", b"Ask")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """One open proposal, and a reviewed branch that moved."""
    made = make_repository(tmp_path)
    opened(made, make_evidence(made.git("rev-parse", "main")))
    made.commit(**{RULE_PATH: RETITLED})
    return made


def test_each_file_has_three_sides_and_the_evidence_is_none_of_them(repository: Repository) -> None:
    (proposal,) = list_proposals(repository.path)
    record = load_evidence(repository.path, proposal.commit, proposal.id)
    playbook = session_at(repository).playbook()
    proposed = read_proposed(repository.path, playbook, proposal, record)
    assert proposed.files == {RULE_PATH: Sides(OLD_RULE, NEW_RULE, RETITLED), TEST_PATH: Sides(None, TEST, None)}
    assert proposed.playbook == playbook_files(playbook)


def test_the_draft_is_as_it_was_before_it_was_judged(repository: Repository) -> None:
    """Its effect is written by the judge, and would fail the check of a draft."""
    (proposal,) = list_proposals(repository.path)
    record = load_evidence(repository.path, proposal.commit, proposal.id)
    replayed = replay(read_proposed(repository.path, session_at(repository).playbook(), proposal, record))
    draft = draft_of(record, replayed)
    assert draft.before is not None
    assert draft.after is not None
    assert (draft.before.title[:3], draft.after.effect, draft.cluster, draft.test is not None) == (
        "Ask", None, None, True
    )  # fmt: skip


def test_what_is_no_plain_file_is_refused(repository: Repository) -> None:
    (proposal,) = list_proposals(repository.path)
    record = load_evidence(repository.path, proposal.commit, proposal.id)
    repository.git("checkout", "-q", proposal.branch)
    (repository.path / "link").symlink_to("README")
    repository.commit(note=b"x")
    repository.git("checkout", "-q", "main")
    (edited,) = list_proposals(repository.path)
    with pytest.raises(AceError, match="changes link, which is no plain file"):
        read_proposed(repository.path, session_at(repository).playbook(), edited, record)
