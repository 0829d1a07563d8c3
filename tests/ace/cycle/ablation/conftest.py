"""One run of rules that are known, and its ablation, shared by tests."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.cycle.ablation.outcome import Ablation
from ace.runs.run_record import load_run
from tests.ace.building import starter_repository
from tests.ace.conftest import SmallRun
from tests.ace.cycle.ablation.ablation_setup import HARM, HEAVY, NEVER, WORDS, ablated, ablation_session, run_with
from tests.made_once import made_once


class Known(NamedTuple):
    """A run, its ablation and the ids of the episodes run for it. Look, do not change."""

    small: SmallRun
    ablation: Ablation
    ran: list[str]


@pytest.fixture(scope="session")
def plain_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """A run of rules of which one carries weight, one never speaks, one harms and one is words only."""
    return loaded(made_once(tmp_path_factory, "ablation-run", _made_run)[0])


@pytest.fixture(scope="session")
def known(plain_run: SmallRun, tmp_path_factory: pytest.TempPathFactory) -> Known:
    """That run with every rule left out."""

    def make(folder: Path) -> tuple[Ablation, list[str]]:
        ran: list[str] = []
        return ablated(copied(plain_run, folder), ran=ran), ran

    repo, (ablation, ran) = made_once(tmp_path_factory, "ablated", make)
    return Known(loaded(repo), ablation, ran)


@pytest.fixture
def fresh(plain_run: SmallRun, tmp_path: Path) -> SmallRun:
    """That run in a repository of one's own, before anything was left out."""
    return copied(plain_run, tmp_path / "fresh")


def copied(small: SmallRun, folder: Path) -> SmallRun:
    """Return the run in a copy of its repository."""
    return loaded(Path(shutil.copytree(small.session.workspace.repo, folder)))


def loaded(repo: Path) -> SmallRun:
    """Return the run that a repository holds."""
    session = ablation_session(repo)
    return SmallRun(session, load_run(session.workspace.run_folder("latest")))


def _made_run(repo: Path) -> None:
    run_with(starter_repository(repo), HEAVY, NEVER, HARM, WORDS)
