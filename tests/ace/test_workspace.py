"""Which repository, and the one lock."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ace.errors import BusyError, NotFoundError, WorkspaceError
from ace.session import open_session
from ace.workspace import Workspace, open_workspace
from tests.ace.building import git

HOLD = """
import sys, time
from pathlib import Path
from ace.workspace import open_workspace
with open_workspace(Path(sys.argv[1])).lock():
    print("held", flush=True)
    time.sleep(60)
"""
TRY = """
import sys
from pathlib import Path
from ace.errors import AceError
from ace.workspace import open_workspace
try:
    with open_workspace(Path(sys.argv[1])).lock():
        pass
except AceError as exc:
    sys.stderr.write(str(exc))
    raise SystemExit(exc.exit_code)
"""


@contextmanager
def holder(repo: Path) -> Iterator[subprocess.Popen[str]]:
    """A second process that holds the lock."""
    command = [sys.executable, "-c", HOLD, str(repo)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_state_is_in_the_git_folder_not_in_the_tree(starter: Path) -> None:
    workspace = open_workspace(starter / "playbooks" / "tutor")
    assert workspace == Workspace(starter.resolve(), starter / ".git" / "ace", is_bare=False)
    with workspace.lock():
        assert git(starter, "status", "--porcelain") == ""


def test_a_bare_repository(starter: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    git(starter, "clone", "-q", "--bare", str(starter), str(bare))
    assert open_workspace(bare) == Workspace(bare, bare / "ace", is_bare=True)
    assert open_workspace(bare / "refs") == open_workspace(bare)
    assert "tools.retrieve-before-web" in {rule.id for rule in open_session(bare, {}, {}).playbook().rules}


def test_a_linked_worktree_shares_state_and_lock(starter: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(starter, "worktree", "add", "-q", "-b", "side", str(linked))
    workspace = open_workspace(linked)
    assert workspace == Workspace(linked, starter / ".git" / "ace", is_bare=False)
    with workspace.lock(), pytest.raises(BusyError), open_workspace(starter).lock():
        pytest.fail("the lock was given twice")


def test_an_unborn_branch_is_a_repository_without_rules(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    session = open_session(tmp_path, {}, {})
    with pytest.raises(Exception, match="no commit yet; commit the playbooks first"):
        session.playbook()


@pytest.mark.parametrize(
    ("name", "said"), [("", "run `git init` there, or name one with -C"), ("missing", "no such folder")]
)
def test_no_repository_says_what_to_do(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(WorkspaceError, match=said):
        open_workspace(tmp_path / name)


def test_a_second_process_is_told_who_holds_the_lock_and_exits_75(starter: Path) -> None:
    with holder(starter) as process:
        done = subprocess.run([sys.executable, "-c", TRY, str(starter)], capture_output=True, text=True, check=False)
        assert done.returncode == 75
        assert re.search(rf"held by process {process.pid} since 20\d\d-\d\d-\d\dT[0-9:]+Z; wait", done.stderr)
        with pytest.raises(BusyError, match=f"held by process {process.pid}"), open_workspace(starter).lock():
            pytest.fail("the lock was given twice")


def test_a_killed_process_leaves_no_lock_behind(starter: Path) -> None:
    workspace = open_workspace(starter)
    with holder(starter) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert (workspace.state / "lock").read_text().startswith(f"process {process.pid} since ")
        with workspace.lock():
            assert (workspace.state / "lock").read_text().startswith(f"process {os.getpid()} since ")


def test_the_lock_is_let_go_when_the_work_fails(starter: Path) -> None:
    workspace = open_workspace(starter)
    with pytest.raises(ZeroDivisionError), workspace.lock():
        raise ZeroDivisionError
    with workspace.lock():
        assert (workspace.state / "lock").read_text()
    assert (workspace.state / "lock").read_text() == ""


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("latest", "r-20261129-120000-bbbb"),
        ("r-20261129-110000-aaaa", "r-20261129-110000-aaaa"),
        ("r-20261128", "r-20261128-120000-cccc"),
    ],
)
def test_runs_by_name_or_its_start(tmp_path: Path, asked: str, found: str) -> None:
    workspace = with_runs(tmp_path)
    assert workspace.run_folder(asked) == workspace.runs / found


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("r-20261129", "fits 2 runs: r-20261129-110000-aaaa, r-20261129-120000-bbbb"),
        ("r-1999", "no run 'r-1999'; the newest is r-20261129-120000-bbbb"),
        ("../runs/r-20261128-120000-cccc", "no run"),
    ],
)
def test_a_run_that_is_not_there_or_not_one(tmp_path: Path, asked: str, said: str) -> None:
    with pytest.raises(NotFoundError, match=said):
        with_runs(tmp_path).run_folder(asked)


def test_the_latest_is_the_last_that_began_to_be_recorded(tmp_path: Path) -> None:
    workspace = with_runs(tmp_path)
    begun = workspace.runs / "r-20261128-120000-cccc"
    (begun / "run.json").write_text("{}", encoding="utf-8")
    assert workspace.run_folder("latest") == begun


@pytest.mark.parametrize(
    ("agent", "found"),
    [
        pytest.param("", "r-20261129-120000-bbbb", id="of any agent"),
        pytest.param("tutor", "r-20261129-110000-aaaa", id="of the one configured"),
        pytest.param("inspector", "r-20261129-120000-bbbb", id="of another"),
    ],
)
def test_the_latest_of_an_agent_is_its_own(tmp_path: Path, agent: str, found: str) -> None:
    workspace = with_runs_of(tmp_path, "inspector", "tutor", "tutor")
    assert workspace.run_folder("latest", agent).name == found
    assert workspace.run_folder("r-20261128", agent).name == "r-20261128-120000-cccc"


def test_without_a_run_of_the_agent_those_of_others_are_named(tmp_path: Path) -> None:
    workspace = with_runs_of(tmp_path, "tutor", "shopper", "tutor")
    with pytest.raises(NotFoundError, match=r"no run of agent 'inspector' yet.* of shopper, tutor: name one.*-bbbb"):
        workspace.run_folder("latest", "inspector")


def test_a_run_that_does_not_say_whose_it_is_is_not_passed_over(tmp_path: Path) -> None:
    workspace = with_runs_of(tmp_path, "tutor", "tutor", "tutor")
    newest = workspace.runs / "r-20261129-120000-bbbb"
    for broken in ("{", "{}", "[]", '{"agent": 1}'):
        (newest / "run.json").write_text(broken, encoding="utf-8")
        assert workspace.run_folder("latest", "tutor") == newest


def test_without_runs_the_remedy_is_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="`ace run` makes one"):
        Workspace(tmp_path, tmp_path, is_bare=False).run_folder("latest")


def with_runs(folder: Path) -> Workspace:
    """Return a workspace with three runs."""
    workspace = Workspace(folder, folder, is_bare=False)
    for name in ("r-20261129-120000-bbbb", "r-20261129-110000-aaaa", "r-20261128-120000-cccc"):
        (workspace.runs / name).mkdir(parents=True)
    return workspace


def with_runs_of(folder: Path, *agents: str) -> Workspace:
    """Return a workspace with three runs, newest first of these agents."""
    workspace = with_runs(folder)
    for path, agent in zip(sorted(workspace.runs.iterdir(), reverse=True), agents, strict=True):
        (path / "run.json").write_text(json.dumps({"agent": agent}), encoding="utf-8")
    return workspace
