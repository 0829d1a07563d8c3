"""Open proposals go to the remote when one is set; with neither remote nor forge nothing is asked."""

import subprocess
from pathlib import Path

from ace.cycle.journal.share_step import open_at_forge, push_to_remote
from tests.ace.building import git, small_session
from tests.ace.conftest import SmallRun


def test_without_a_remote_and_a_forge_nothing_is_done(warm_run: SmallRun) -> None:
    assert push_to_remote(warm_run.session) == ()
    assert open_at_forge(warm_run.session) == ()


def test_what_is_open_is_pushed_once(warm_run: SmallRun, tmp_path: Path) -> None:
    repo = warm_run.session.workspace.repo
    remote = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(remote)], check=True)
    git(repo, "remote", "add", "origin", str(remote))
    git(repo, "push", "-q", "origin", "main")
    session = small_session(repo, review__remote="origin", branch="main")
    first = push_to_remote(session)
    assert [row.action for row in first] == ["pushed"]
    assert (
        git(remote, "for-each-ref", "--format=%(refname)", "refs/heads/ace").strip() == f"refs/heads/{first[0].branch}"
    )
    assert [row.action for row in push_to_remote(session)] == ["unchanged"]


def test_a_remote_that_is_not_there_is_said(warm_run: SmallRun) -> None:
    session = small_session(warm_run.session.workspace.repo, review__remote="nowhere", branch="main")
    rows = push_to_remote(session)
    assert [row.action for row in rows] == ["failed"]
    assert "nowhere" in rows[0].detail
