"""The life of a rule in a real repository."""

from pathlib import Path

import pytest

from ace.errors import NotFoundError
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.report.rule_log import rule_log
from tests.ace.rejections.rejecting import make_repository, open_one, session_on
from tests.ace.review.playbook_repository import (
    GREETING_PATH,
    MERGED,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
)

WHO = ("-c", "user.name=reviewer", "-c", "user.email=r@x.org")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with two rules on main, and no settings of this machine."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return make_repository(tmp_path / "repo")


def test_birth_proposal_edit_and_deletion_are_told_in_order(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git(*WHO, "merge", "-q", "--no-ff", "-m", "Take it", proposal.branch)
    repository.git("branch", "-q", "-D", proposal.branch)
    repository.commit(**{RULE_PATH: NEW_RULE.replace(b"before you", b"each time before you")})
    repository.git("rm", "-q", RULE_PATH)
    repository.commit()
    log = rule_log(session_on(repository.path), RULE_ID)
    assert [(one.kind, one.origin) for one in log.events] == [
        ("born", "person"),
        ("edited", "proposal"),
        ("edited", "person"),
        ("deleted", "person"),
    ]
    assert not log.is_there
    merged = log.events[1]
    assert merged.evidence is not None
    assert (merged.evidence.proposal, merged.evidence.run_id) == (proposal.id, "r-0001")
    assert (merged.proposed[:10], merged.at.commit.author) == ("2026-11-20", "reviewer")
    assert [field.name for field in merged.fields] == ["text", "require"]
    assert [field.name for field in log.events[2].fields] == ["text"]


@pytest.mark.parametrize("how", ["squash", "rebase", "fast-forward"])
def test_a_proposal_is_known_by_its_evidence_however_it_was_merged(repository: Repository, how: str) -> None:
    proposal = open_one(repository)
    if how == "squash":
        repository.git("merge", "-q", "--squash", proposal.branch)
        repository.commit()
    elif how == "rebase":
        repository.commit(**{"other.txt": b"x"})
        repository.git(*WHO, "cherry-pick", proposal.branch)
    else:
        repository.git("merge", "-q", "--ff-only", proposal.branch)
    event = rule_log(session_on(repository.path), RULE_ID).events[-1]
    assert (event.kind, event.origin, event.proposed[:10]) == ("edited", "proposal", "2026-11-20")


def test_a_proposal_that_a_person_changed_before_the_merge_says_so(repository: Repository) -> None:
    proposal = open_one(repository)
    repository.git("switch", "-q", proposal.branch)
    repository.commit(**{RULE_PATH: NEW_RULE.replace(b"before you", b"each time before you")})
    repository.git("switch", "-q", "main")
    repository.git(*WHO, "merge", "-q", "--no-ff", "-m", "Take it", proposal.branch)
    assert rule_log(session_on(repository.path), RULE_ID).events[-1].origin == "proposal, edited by a person"


def test_a_merge_is_told_of_both_rules(repository: Repository) -> None:
    proposal = open_one(repository, "merge")
    repository.git(*WHO, "merge", "-q", "--no-ff", "-m", "Take it", proposal.branch)
    session = session_on(repository.path)
    gone, kept = (rule_log(session, name).events[-1] for name in ("misc.old-greeting", RULE_ID))
    assert (gone.kind, gone.origin) == ("deleted", "proposal")
    assert (kept.kind, kept.origin) == ("edited", "proposal")
    assert MERGED


def test_a_rule_is_followed_by_its_id_through_a_new_folder(repository: Repository) -> None:
    repository.commit(**{RULE_PATH: OLD_RULE.replace(b"priority: 40", b"priority: 30")})
    repository.git("mv", "playbooks/tutor", "playbooks/coach")
    repository.write("ace.yaml", b"schema: 1\nplaybook: playbooks/coach\n")
    repository.commit()
    log = rule_log(session_on(repository.path), RULE_ID)
    assert [one.kind for one in log.events] == ["born", "edited", "moved"]
    assert log.events[-1].at.moved_from == RULE_PATH


def test_open_and_rejected_proposals_about_it_are_told(repository: Repository) -> None:
    open_one(repository, "merge")
    session = session_on(repository.path)
    rejected = reject_proposal(session, RejectRequest(open_one(repository).id, "not wanted"))
    log = rule_log(session, RULE_ID)
    assert [one.op for one in log.open] == ["merge"]
    assert log.rejections == (rejected.rejection,)


def test_a_file_that_was_no_rule_for_a_while_does_not_end_the_log(repository: Repository) -> None:
    repository.commit(**{RULE_PATH: b"not: [a rule\n"})
    repository.commit(**{RULE_PATH: OLD_RULE})
    assert [one.unreadable for one in rule_log(session_on(repository.path), RULE_ID).events] == [False, True, True]


def test_an_unknown_rule_is_answered_with_the_nearest_also_of_deleted_ones(repository: Repository) -> None:
    repository.git("rm", "-q", GREETING_PATH)
    repository.commit()
    session = session_on(repository.path)
    with pytest.raises(NotFoundError, match=r"did you mean `misc.old-greeting`\? \(deleted\)"):
        rule_log(session, "misc.old-greetings")
    with pytest.raises(NotFoundError, match=r"did you mean `tools.retrieve-before-web`\?$"):
        rule_log(session, "tools.retrieve-before-wep")
