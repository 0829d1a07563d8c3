"""One run of rules that are known, and its ablation, shared by tests."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.cycle.ablation.outcome import Ablation
from ace.cycle.run_record import load_run
from tests.ace.building import starter_repository
from tests.ace.conftest import SmallRun
from tests.ace.cycle.ablation.ablation_setup import HARM, HEAVY, NEVER, WORDS, ablated, ablation_session, run_with


class Known(NamedTuple):
    """A run, its ablation and the ids of the episodes run for it. Look, do not change."""

    small: SmallRun
    ablation: Ablation
    ran: list[str]


@pytest.fixture(scope="session")
def plain_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """A run of rules of which one carries weight, one never speaks, one harms and one is words only."""
    repo = starter_repository(tmp_path_factory.mktemp("ablation") / "repo")
    return run_with(repo, HEAVY, NEVER, HARM, WORDS)


@pytest.fixture(scope="session")
def known(plain_run: SmallRun, tmp_path_factory: pytest.TempPathFactory) -> Known:
    """That run with every rule left out."""
    small = copied(plain_run, tmp_path_factory.mktemp("ablated") / "repo")
    ran: list[str] = []
    return Known(small, ablated(small, ran=ran), ran)


@pytest.fixture
def fresh(plain_run: SmallRun, tmp_path: Path) -> SmallRun:
    """That run in a repository of one's own, before anything was left out."""
    return copied(plain_run, tmp_path / "fresh")


def copied(small: SmallRun, folder: Path) -> SmallRun:
    """Return the run in a copy of its repository."""
    shutil.copytree(small.session.workspace.repo, folder)
    session = ablation_session(folder)
    return SmallRun(session, load_run(session.workspace.run_folder("latest")))
