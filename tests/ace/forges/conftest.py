"""A repository with an open proposal, a bare remote, and a forge that watches it."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from ace.forges.forge_client import Pause
from ace.forges.open_requests import open_requests
from ace.forges.opened_requests import OpenedRequests
from ace.review.evidence import EvidenceRecord
from ace.review.git_refs import ref_commit
from ace.review.proposals import open_proposal
from ace.session import Session, open_session
from tests.ace.review.playbook_repository import (
    BOT,
    GREETING,
    GREETING_PATH,
    NEW_RULE,
    OLD_RULE,
    RULE_PATH,
    Repository,
    make_evidence,
)
from tests.forge_github import github
from tests.forge_gitlab import gitlab
from tests.forge_server import PROJECT, TOKEN, ForgeState, serve

Kind = Literal["github", "gitlab"]


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No identity, no global settings, no GIT_* variables, no proxies."""
    for name in list(os.environ):
        if name.startswith("GIT_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@dataclass
class Opening:
    """A repository with proposals, its remote, and its forge."""

    kind: Kind
    repository: Repository
    bare: Path
    state: ForgeState
    slept: list[float]
    environ: dict[str, str]

    def session(self, **flags: object) -> Session:
        """Return a session; `flags` use __ for a dot."""
        api = {"github": self.state.url, "gitlab": f"{self.state.url}/api/v4"}[self.kind]
        fixed: dict[str, object] = {
            "forge.kind": self.kind,
            "forge.api": api,
            "forge.project": PROJECT,
            "review.remote": "origin",
        }
        more = {name.replace("__", "."): value for name, value in flags.items()}
        return open_session(self.repository.path, self.environ, {**fixed, **more})

    def open(self, *names: str, is_dry_run: bool = False, **flags: object) -> OpenedRequests:
        """Run what `ace open` runs; waiting is only noted."""
        pause = Pause(sleep=self.slept.append)
        return open_requests(self.session(**flags), names, is_dry_run=is_dry_run, pause=pause)

    def propose(self, operation: str = "edit", /, **fields: object) -> str:
        """Open a proposal here and return its id."""
        base = self.repository.git("rev-parse", "main")
        record: EvidenceRecord = make_evidence(base, operation, **fields)
        changes: dict[str, bytes | None] = {RULE_PATH: NEW_RULE} if operation == "edit" else {GREETING_PATH: None}
        branch = f"refs/heads/ace/p/{record.proposal}"
        before = ref_commit(self.repository.path, branch) or None
        open_proposal(self.repository.path, base, changes, record, BOT, replaces=before)
        return record.proposal

    def person_commits(self, proposal: str) -> str:
        """Add a person's commit to the branch at the remote, and return it."""
        name = f"ace/p/{proposal}"
        work = self.bare.parent / "persons-clone"
        subprocess.run(["git", "clone", "-q", "-b", name, str(self.bare), str(work)], check=True, capture_output=True)
        person = Repository(work)
        commit = person.commit(**{"playbooks/tutor/note.md": b"by hand\n"})
        person.git("push", "-q", "origin", name)
        return commit


@pytest.fixture(params=["github", "gitlab"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each forge in turn."""
    found: Kind = request.param
    return found


@pytest.fixture
def opening(tmp_path: Path, kind: Kind) -> Iterator[Opening]:
    """A repository with one proposal that is not at the remote yet."""
    path, bare = tmp_path / "repo", tmp_path / "remote.git"
    path.mkdir()
    repository = Repository(path)
    repository.git("init", "-q", "-b", "main")
    repository.commit(**{RULE_PATH: OLD_RULE, GREETING_PATH: GREETING})
    repository.git("init", "-q", "--bare", "-b", "main", str(bare))
    repository.git("remote", "add", "origin", str(bare))
    repository.git("push", "-q", "origin", "main")
    answer = {"github": github, "gitlab": gitlab}[kind]
    name = {"github": "GITHUB_TOKEN", "gitlab": "GITLAB_TOKEN"}[kind]
    with serve(ForgeState(bare), answer) as state:
        yield Opening(kind, repository, bare, state, [], {name: TOKEN})


@pytest.fixture
def proposal(opening: Opening) -> str:
    """The id of the one proposal."""
    return opening.propose()
