"""A repository with the shipped playbook, and one small simulated run that many tests look at."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.cycle.propose import Proposed, ProposeHooks, propose
from ace.cycle.run_samples import RunRequest, run_samples
from ace.runs.run_record import LoadedRun, load_run
from ace.session import Session
from tests.ace.building import small_session, starter_repository, write_sealed_cases
from tests.made_once import made_once

# One sample of each held-out case; a batch for the estimate that is left after the first one.
WIDE: dict[str, object] = {"sealed_samples": ("more",), "gate__sealed_limit": 144, "gate__estimate_batch": 20}


class SmallRun(NamedTuple):
    """A session and its run. Shared by tests: look, do not change; `copied_run` is for changing."""

    session: Session
    run: LoadedRun


class SmallProposal(NamedTuple):
    """What `propose` made of a copy of the small run."""

    session: Session
    proposed: Proposed
    episodes: list[str]


@pytest.fixture(scope="session")
def starter_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository that `starter` copies."""
    return made_once(tmp_path_factory, "starter", _made_starter)[0]


@pytest.fixture
def starter(starter_template: Path, tmp_path: Path) -> Path:
    """A repository as `ace init` leaves it, committed on main."""
    return Path(shutil.copytree(starter_template, tmp_path / "starter"))


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """One run of a few samples under the simulated controller."""
    return _loaded(made_once(tmp_path_factory, "run", _made_run)[0])


@pytest.fixture
def copied_run(small_run: SmallRun, tmp_path: Path) -> SmallRun:
    """The small run in a repository of one's own."""
    return copy_of(small_run, tmp_path / "copied")


@pytest.fixture(scope="session")
def small_proposal(small_run: SmallRun, tmp_path_factory: pytest.TempPathFactory) -> SmallProposal:
    """What became of the small run's clusters. Look, do not change."""
    return _proposed_once(tmp_path_factory, "proposal", small_run)


@pytest.fixture(scope="session")
def wide_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """The small run in a repository with 144 held-out cases: enough to confirm. Look, do not change."""
    return _loaded(made_once(tmp_path_factory, "wide", _made_wide_run)[0], **WIDE)


@pytest.fixture(scope="session")
def wide_proposal(wide_run: SmallRun, tmp_path_factory: pytest.TempPathFactory) -> SmallProposal:
    """What became of that run's clusters: the best draft was looked at on held-out cases. Look, do not change."""
    return _proposed_once(tmp_path_factory, "wide-proposal", wide_run, **WIDE)


@pytest.fixture
def warm_wide_run(wide_proposal: SmallProposal, tmp_path: Path) -> SmallRun:
    """That run in a repository of one's own, with every trial arm on disk and its proposal open."""
    return copy_of(SmallRun(wide_proposal.session, wide_proposal.proposed.run), tmp_path / "warm-wide", **WIDE)


@pytest.fixture
def warm_run(small_proposal: SmallProposal, tmp_path: Path) -> SmallRun:
    """The small run in a repository of one's own, with every trial arm on disk and its proposal open."""
    return copy_of(SmallRun(small_proposal.session, small_proposal.proposed.run), tmp_path / "warm")


def copy_of(small: SmallRun, folder: Path, **flags: object) -> SmallRun:
    """Return the run in a copy of its repository."""
    shutil.copytree(small.session.workspace.repo, folder)
    return _loaded(folder, **flags)


def _loaded(repo: Path, **flags: object) -> SmallRun:
    session = small_session(repo, **flags)
    return SmallRun(session, load_run(session.workspace.run_folder("latest")))


def _made_starter(repo: Path) -> None:
    starter_repository(repo)


def _made_run(repo: Path) -> None:
    run_samples(small_session(starter_repository(repo)), RunRequest())


def _made_wide_run(repo: Path) -> None:
    starter_repository(repo)
    write_sealed_cases(repo, 3)
    run_samples(small_session(repo, **WIDE), RunRequest())


def _proposed_once(factory: pytest.TempPathFactory, name: str, small: SmallRun, **flags: object) -> SmallProposal:
    """Return what became of the run's clusters in a copy of its repository."""
    from ace.cycle.judging.judgement import JudgeHooks

    def make(folder: Path) -> tuple[Proposed, list[str]]:
        ran: list[str] = []
        hooks = ProposeHooks(judge=JudgeHooks(episode=lambda episode: ran.append(episode.header.episode)))
        copied = copy_of(small, folder, **flags)
        return propose(copied.session, copied.run, hooks), ran

    repo, (proposed, ran) = made_once(factory, name, make)
    own = _loaded(repo, **flags)
    return SmallProposal(own.session, replace(proposed, run=own.run), ran)
