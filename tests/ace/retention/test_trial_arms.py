"""Old trial arms go; those that something refers to stay."""

import json
import os
from pathlib import Path

import pytest

from ace.cycle.journal.journal import JOURNAL
from ace.cycle.journal.read_cycles import cycles_folder
from ace.retention.prune_runs import prune_runs
from ace.retention.trial_arms import needed_arms, trial_arms
from ace.session import Session
from tests.ace.conftest import SmallRun
from tests.ace.rejections.rejecting import make_repository, open_one, session_on

YEAR_2001, FAR = 1_000_000_000, 4_000_000_000
OTHER = "a-0123456789ab"


def arm(session: Session, name: str, at: float = YEAR_2001) -> Path:
    path = session.workspace.arms / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"12345")
    os.utime(path, (at, at))
    return path


@pytest.mark.parametrize("keep", ["1", "30d"])
def test_an_old_arm_goes_and_what_it_frees_is_said(keep: str, copied_run: SmallRun) -> None:
    session = copied_run.session
    old, new = arm(session, OTHER), arm(session, "a-222222222222", FAR)
    own = arm(session, copied_run.run.record.arm)
    planned = prune_runs(session, keep, is_dry=True)
    assert old.exists(), "a dry run removes nothing"
    done = prune_runs(session, keep, is_dry=False)
    assert ([one.name for one in done.arms], done.size, done.kept_arms) == ([OTHER], 5, 1)
    assert done.needed_arms == {own.stem: f"it is the arm of {copied_run.run.record.run}"}
    assert (old.exists(), own.exists(), new.exists()) == (False, True, True)
    assert planned.arms == done.arms


def test_arms_written_since_an_unfinished_cycle_began_stay(copied_run: SmallRun) -> None:
    session = copied_run.session
    folder = cycles_folder(session.workspace.state) / "y-20000101-000000-0000"
    folder.mkdir(parents=True)
    (folder / JOURNAL).write_text('{"event": "begun", "at": "2001-01-01T00:00:00Z"}\n', encoding="utf-8")
    arm(session, OTHER)
    arm(session, "a-222222222222", YEAR_2001 - 1e8)
    assert needed_arms(session, (), {}) == {OTHER: f"cycle {folder.name} is not finished"}


def test_the_arms_of_an_open_proposal_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    repository = make_repository(tmp_path / "repo")
    proposal = open_one(repository)
    session = session_on(repository.path)
    for name in (OTHER, "a-222222222222", "a-333333333333"):
        arm(session, name)
    run = session.workspace.runs / "r-1"
    run.mkdir(parents=True)
    drafts = [{"branch": proposal.name, "arms": {"before": OTHER, "after": "a-222222222222"}}]
    (run / "proposals.json").write_text(json.dumps({"drafts": drafts}), encoding="utf-8")
    assert set(needed_arms(session, (), {})) == {OTHER, "a-222222222222"}
    assert len(trial_arms(session.workspace)) == 3
    (run / "proposals.json").unlink()
    mine = session.workspace.runs / proposal.run_id
    mine.mkdir(exist_ok=True)
    (mine / "run.json").write_text('{"created": "2001-01-01T00:00:00Z"}', encoding="utf-8")
    assert len(needed_arms(session, (), {})) == 3, "which they were is not on record: any of them since the run"
