"""One cycle from a clean repository to a branch."""

from pathlib import Path

import pytest

from ace.cycle.propose import ProposeHooks
from ace.cycle.run_cycle import CycleHooks, run_cycle
from ace.cycle.run_record import LoadedRun
from ace.errors import BusyError
from ace.workspace import open_workspace
from tests.ace.building import git, small_session


def test_a_cycle_runs_analyzes_judges_and_opens(starter: Path) -> None:
    session = small_session(starter)
    ran: list[LoadedRun] = []
    proposed = run_cycle(session, CycleHooks(ran=ran.append))
    assert [run.record.run for run in ran] == [proposed.run.record.run]
    assert len(proposed.run.episodes) == 16
    branches = git(starter, "for-each-ref", "--format=%(refname:short)", "refs/heads/ace").split()
    assert branches == [item.proposal.branch for item in proposed.opened if item.proposal]
    assert len(branches) == 1
    assert git(starter, "status", "--porcelain") == ""
    assert not (session.workspace.state / "lock.owner").exists()


def test_two_cycles_at_once_are_refused(starter: Path) -> None:
    with open_workspace(starter).lock(), pytest.raises(BusyError) as caught:
        run_cycle(small_session(starter), CycleHooks())
    assert caught.value.exit_code == 75
    assert not (starter / ".git" / "ace" / "runs").exists()


def test_a_dry_cycle_writes_no_branch(starter: Path) -> None:
    run_cycle(small_session(starter, run__limit=8), CycleHooks(propose=ProposeHooks(is_dry_run=True)))
    assert git(starter, "for-each-ref", "refs/heads/ace") == ""
