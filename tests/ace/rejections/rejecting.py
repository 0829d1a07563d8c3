"""A repository with open proposals, and a session on it whose clock stands still."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from ace.review.evidence import EvidenceRecord
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.proposal_branches import Proposal
from ace.review.proposals import open_proposal
from ace.session import Session, open_session
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    BOT,
    GREETING,
    GREETING_PATH,
    MERGE,
    NEW_RULE,
    OLD_RULE,
    RULE_PATH,
    Repository,
    make_evidence,
)

TODAY = "2026-11-30"
OPENED = "2026-11-20T12:00:00Z"
_CHANGES: dict[str, dict[str, bytes | None]] = {
    "edit": {RULE_PATH: NEW_RULE},
    "add": {ADDED_PATH: ADDED},
    "delete": {GREETING_PATH: None},
    "merge": MERGE,
}


@dataclass
class StillClock:
    """A clock for a test to set."""

    day: str = TODAY

    def now(self) -> str:
        """Return noon of the day."""
        return f"{self.day}T12:00:00Z"

    def monotonic(self) -> float:
        """Return a fixed reading."""
        return 0.0


def make_repository(path: Path) -> Repository:
    """Return a repository with two rules on main."""
    path.mkdir(parents=True, exist_ok=True)
    repository = Repository(path)
    repository.git("init", "-q", "-b", "main")
    repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING})
    return repository


def session_on(path: Path, day: str = TODAY, **settings: object) -> Session:
    """Return a session; `settings` are of the section `review`."""
    flags = {f"review.{name}": value for name, value in settings.items()}
    return replace(open_session(path, {"USER": "lead", "PATH": os.environ["PATH"]}, flags), clock=StillClock(day))


def open_one(repository: Repository, op: str = "edit", *, when: str = OPENED, **changes: object) -> Proposal:
    """Return a proposal that was opened on the tip of main."""
    base = repository.git("rev-parse", "main")
    return open_proposal(repository.path, base, _CHANGES[op], make_evidence(base, op, **changes), BOT, when=when)


def open_edit(repository: Repository, data: bytes, *, when: str = OPENED) -> Proposal:
    """Return a proposal that makes `data` of the first rule."""
    base = repository.git("rev-parse", "main")
    mark = fingerprint("edit", "tools.retrieve-before-web", parse_rule(data, RULE_PATH))
    record: EvidenceRecord = make_evidence(base, proposal=proposal_id(mark))
    return open_proposal(repository.path, base, {RULE_PATH: data}, record, BOT, when=when)


def person_commits(repository: Repository, branch: str) -> str:
    """Put a commit of a person on a branch and return it; HEAD goes back to main."""
    repository.git("switch", "-q", branch)
    commit = repository.commit(**{"note.txt": b"mine\n"})
    repository.git("switch", "-q", "main")
    return commit


def state_of(repository: Repository) -> tuple[str, str, str]:
    """Return what a user would notice: HEAD, the index with the tree's changes, the files' names."""
    files = sorted(
        p.relative_to(repository.path).as_posix() for p in repository.path.rglob("*") if ".git/" not in f"{p}/"
    )
    return repository.git("rev-parse", "HEAD"), repository.git("status", "--porcelain"), " ".join(files)
