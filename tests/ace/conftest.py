"""A repository with the shipped playbook, and one small simulated run that many tests look at."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.cycle.propose import Proposed, ProposeHooks, propose
from ace.cycle.run_record import LoadedRun, load_run
from ace.cycle.run_samples import RunRequest, run_samples
from ace.session import Session
from tests.ace.building import small_session, starter_repository, write_sealed_cases

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
    return starter_repository(tmp_path_factory.mktemp("starter") / "repo")


@pytest.fixture
def starter(starter_template: Path, tmp_path: Path) -> Path:
    """A repository as `ace init` leaves it, committed on main."""
    return Path(shutil.copytree(starter_template, tmp_path / "starter"))


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """One run of a few samples under the simulated controller."""
    session = small_session(starter_repository(tmp_path_factory.mktemp("run") / "repo"))
    return SmallRun(session, run_samples(session, RunRequest()))


@pytest.fixture
def copied_run(small_run: SmallRun, tmp_path: Path) -> SmallRun:
    """The small run in a repository of one's own."""
    return copy_of(small_run, tmp_path / "copied")


@pytest.fixture(scope="session")
def small_proposal(small_run: SmallRun, tmp_path_factory: pytest.TempPathFactory) -> SmallProposal:
    """What became of the small run's clusters. Look, do not change."""
    from ace.cycle.judging.judgement import JudgeHooks

    copied = copy_of(small_run, tmp_path_factory.mktemp("proposal") / "repo")
    ran: list[str] = []
    hooks = ProposeHooks(judge=JudgeHooks(episode=lambda episode: ran.append(episode.header.episode)))
    return SmallProposal(copied.session, propose(copied.session, copied.run, hooks), ran)


@pytest.fixture(scope="session")
def wide_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """The small run in a repository with 144 held-out cases: enough to confirm. Look, do not change."""
    repo = starter_repository(tmp_path_factory.mktemp("wide") / "repo")
    write_sealed_cases(repo, 3)
    session = small_session(repo, **WIDE)
    return SmallRun(session, run_samples(session, RunRequest()))


@pytest.fixture(scope="session")
def wide_proposal(wide_run: SmallRun, tmp_path_factory: pytest.TempPathFactory) -> SmallProposal:
    """What became of that run's clusters: the best draft was looked at on held-out cases. Look, do not change."""
    from ace.cycle.judging.judgement import JudgeHooks

    copied = copy_of(wide_run, tmp_path_factory.mktemp("wide-proposal") / "repo", **WIDE)
    ran: list[str] = []
    hooks = ProposeHooks(judge=JudgeHooks(episode=lambda episode: ran.append(episode.header.episode)))
    return SmallProposal(copied.session, propose(copied.session, copied.run, hooks), ran)


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
    session = small_session(folder, **flags)
    return SmallRun(session, load_run(session.workspace.run_folder("latest")))
