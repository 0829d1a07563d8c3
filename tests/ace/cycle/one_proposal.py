"""A repository with two rules, one open proposal with prepared evidence, and ways to move on from there."""

from pathlib import Path

from ace.cycle.refresh import Refreshed, RefreshOptions, refresh
from ace.review.evidence import EvidenceRecord
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import open_proposal
from ace.session import Session, open_session
from tests.ace.review.playbook_repository import BOT, GREETING, GREETING_PATH, OLD_RULE, RULE_PATH, Repository
from tests.git_matrix.write_path import CHANGES

# Of the rules in these tests, beside plain English.
WORDS = ("dose", "doses", "clinician")
OTHER_GREETING = GREETING.replace(b"by name", b"by name, and smile")


def make_repository(folder: Path) -> Repository:
    """Return a new repository on `main` with two rules."""
    repository = Repository(folder / "repo")
    repository.path.mkdir(parents=True)
    repository.git("init", "-q", "-b", "main")
    repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING})
    return repository


def opened(repository: Repository, record: EvidenceRecord, changes: dict[str, bytes | None] | None = None) -> Proposal:
    """Open what `record` is about."""
    return open_proposal(repository.path, "main", changes or CHANGES, record, BOT, when="2026-01-31T12:00:00Z")


def session_at(repository: Repository, **settings: object) -> Session:
    """Return a session that reads no samples."""
    return open_session(repository.path, {}, {"samples": (), "curator.words": WORDS, "branch": "main", **settings})


def refreshed(repository: Repository, *, force: bool = False, judge: bool = False) -> Refreshed:
    """Refresh the one open proposal."""
    session = session_at(repository)
    (result,) = refresh(
        session, session.playbook(), list_proposals(repository.path, "main"), RefreshOptions(judge, force)
    )
    return result
