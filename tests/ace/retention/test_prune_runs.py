"""Old runs go, those that something refers to stay, and so do the artifacts of what stays."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.analyze_run import analyze_run
from ace.errors import AceError
from ace.retention.prune_runs import prune_runs
from ace.runs.run_record import write_record
from ace.session import Session
from tests.ace.conftest import SmallRun
from tests.conftest import Ran

OLD = "r-20200101-000000-0000"


class _Clock:
    """The session's clock, at a time that is given."""

    def __init__(self, at: str) -> None:
        self.at = at

    def now(self) -> str:
        """Return the time."""
        return self.at

    def monotonic(self) -> float:
        """Return a time that never moves."""
        return 0.0


def older(small: SmallRun, name: str = OLD) -> Path:
    """Return a copy of the run under an older id."""
    folder = small.session.workspace.runs / name
    shutil.copytree(small.run.folder, folder)
    write_record(folder, small.run.record.model_copy(update={"run": name}))
    return folder


def names(session: Session) -> set[str]:
    return {path.name for path in session.workspace.runs.glob("r-*")}


def test_an_old_run_goes_and_what_it_takes_is_said(copied_run: SmallRun) -> None:
    session, newest = copied_run.session, copied_run.run.record.run
    folder = older(copied_run)
    size = sum(path.stat().st_size for path in folder.iterdir())
    planned = prune_runs(session, "1", is_dry=True)
    assert names(session) == {OLD, newest}, "a dry run removes nothing"
    done = prune_runs(session, "1", is_dry=False)
    assert replace(done, is_dry=True) == planned
    assert ([run.name for run in done.runs], done.size, done.kept) == ([OLD], size, 1)
    assert done.runs[0].episodes == len(copied_run.run.episodes)
    assert names(session) == {newest}


@pytest.mark.parametrize(("keep", "stays"), [("2", True), ("1", False), ("30d", False), ("99999d", True)])
def test_what_stays_is_counted_or_told_by_age(keep: str, stays: bool, copied_run: SmallRun) -> None:
    older(copied_run)
    prune_runs(copied_run.session, keep, is_dry=False)
    assert (OLD in names(copied_run.session)) is stays


@pytest.mark.parametrize("keep", ["", "0", "-1", "30w", "d", "1.5d", "all"])
def test_another_way_to_say_it_is_refused(keep: str, copied_run: SmallRun) -> None:
    with pytest.raises(AceError, match="write a number of runs such as 20, or of days such as 30d"):
        prune_runs(copied_run.session, keep, is_dry=True)


def test_latest_stays_however_old_it_is(copied_run: SmallRun) -> None:
    session = replace(copied_run.session, clock=_Clock("2100-01-01T00:00:00Z"))
    done = prune_runs(session, "1d", is_dry=False)
    assert done.runs == ()
    assert done.needed == {copied_run.run.record.run: "it is `latest`"}


def test_the_last_run_that_shows_a_cluster_stays(copied_run: SmallRun) -> None:
    session = copied_run.session
    analyze_run(session, copied_run.run, ())
    name = copied_run.run.record.run
    later = older(copied_run, "r-29990101-000000-0000")
    done = prune_runs(session, "1", is_dry=False)
    assert done.runs == ()
    assert "is seen in it last" in done.needed[name]
    shutil.rmtree(later)


def test_the_run_of_an_open_proposal_stays(warm_run: SmallRun) -> None:
    name = warm_run.run.record.run
    shutil.rmtree(warm_run.session.workspace.state / "clusters")
    older(warm_run, "r-29990101-000000-0000")
    done = prune_runs(warm_run.session, "1", is_dry=False)
    assert "was drafted from it" in done.needed[name]
    assert name in names(warm_run.session)


def test_artifacts_that_only_a_removed_run_named_go_with_it(copied_run: SmallRun) -> None:
    session = copied_run.session
    store = session.workspace.artifacts
    before = {path.name for path in store.glob("??/??/*")}
    assert before
    own, other = "ab" * 32, "cd" * 32
    for name in (own, other):
        path = store / name[:2] / name[2:4] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"1")
        path.with_name(f"{name}.type").write_bytes(b"text/plain")
    for path in store.glob("??/??/*"):
        os.utime(path, (0, 0))
    (older(copied_run) / "notes.json").write_text(f'"artifact://sha256/{own}"', encoding="utf-8")
    (session.workspace.arms / "a-0.jsonl").parent.mkdir(exist_ok=True)
    (session.workspace.arms / "a-0.jsonl").write_text(f'"{other}"', encoding="utf-8")
    done = prune_runs(session, "1", is_dry=False)
    assert [one.path.name for one in done.artifacts] == [own]
    assert {path.name for path in store.glob("??/??/*")} == before | {other, f"{other}.type"}


def test_from_the_command_line(copied_run: SmallRun, ace: Callable[..., Ran]) -> None:
    at = ("-C", str(copied_run.session.workspace.repo))
    older(copied_run)
    listed = ace("runs", "list", *at, "--json")
    assert [run["run"] for run in listed.json["runs"]] == [copied_run.run.record.run, OLD]  # type: ignore[attr-defined]
    assert "it is `latest`" in ace("runs", "list", *at).out
    assert ace("runs", "prune", *at).code == 64
    assert ace("runs", "prune", *at, "--keep", "x").code == 1
    dry = ace("runs", "prune", *at, "--keep", "1", "--dry-run")
    assert dry.out.startswith("would be removed: 1 run with ")
    done = ace("runs", "prune", *at, "--keep", "1", "--json")
    assert [run["run"] for run in done.json["removed"]] == [OLD]  # type: ignore[attr-defined]
    assert ace("show", "latest", *at).code == 0
