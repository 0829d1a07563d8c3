"""Which run is shown, and what is newer."""

from pathlib import Path

import pytest

from ace.report.trace_run import newer_sessions_line, run_line
from ace.workspace import Workspace
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import found_in, hostile


def test_run_controller_and_count(small_run: SmallRun) -> None:
    found = found_in(small_run.session)
    run = small_run.run.record.run
    assert run_line(found) == f"run {run}, simulated/policy-1 (simulated), {len(found)} episodes\n"
    assert run_line(found[:1]).endswith(", 1 episode\n")
    assert run_line([]) == ""
    assert "\x1b" not in run_line([hostile(found[0])])


@pytest.mark.parametrize(
    ("sessions", "line"),
    [
        ([], ""),
        (["r-tutor-20260101-000000-aaaa"], ""),
        (
            ["r-tutor-20260301-000000-aaaa"],
            "1 newer tutor session: ace trace --run r-tutor-20260301-000000-aaaa\n",
        ),
        (
            ["r-tutor-20260101-000000-aaaa", "r-tutor-20260301-000000-aaaa", "r-tutor-20260302-000000-bbbb"],
            "2 newer tutor sessions, the last: ace trace --run r-tutor-20260302-000000-bbbb\n",
        ),
    ],
    ids=["none", "older", "one", "several"],
)
def test_sessions_begun_since(tmp_path: Path, sessions: list[str], line: str) -> None:
    workspace = Workspace(tmp_path, tmp_path, is_bare=False)
    for name in sessions:
        (workspace.runs / name).mkdir(parents=True)
    assert newer_sessions_line(workspace, "r-20260201-000000-cccc") == line
