"""`ace daemon` on the command line."""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ace.daemon.health import ScheduleHealth, health_path, read_health, write_health
from tests.ace.building import starter_repository
from tests.ace.daemon.daemon_building import health, wait_for
from tests.conftest import Ran

SCHEDULES = """
schedules:
  - name: nightly
    cron: "15 2 * * 1-5"
  - name: weekly
    cron: "0 3 1,15 * sun"
    deadline_minutes: 90
"""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with two schedules."""
    made = starter_repository(tmp_path / "repo")
    with (made / "ace.yaml").open("a", encoding="utf-8") as file:
        file.write(SCHEDULES)
    return made


def make_due(repo: Path, cron: str) -> None:
    """Have the schedule of `--cron` be due: its last time was handled long ago."""
    long_ago = datetime.now(UTC) - timedelta(days=2)
    write_health(
        health_path(repo / ".git/ace"), health(ScheduleHealth(name="cron", cron=cron, handled=long_ago), state="done")
    )


def test_without_schedules_it_says_what_to_write(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("daemon", "-C", str(starter_repository(tmp_path)))
    assert ran.code == 1
    assert "schedules:" in ran.err
    assert '--cron "15 2 * * *"' in ran.err


def test_explain_says_what_each_line_means(repo: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("daemon", "-C", str(repo), "--explain")
    assert ran.code == 0
    assert "At 02:15 UTC, on Monday to Friday." in ran.out
    assert "on day 1 and 15 of the month, and also on Sunday whatever the date" in ran.out
    assert ran.out.count(" UTC\n") >= 10
    value = ace("daemon", "-C", str(repo), "--explain", "--json").json
    schedules = value["schedules"]
    assert isinstance(schedules, list)
    assert [one["name"] for one in schedules] == ["nightly", "weekly"]


def test_check_looks_at_what_the_cycles_need(repo: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("daemon", "-C", str(repo), "--check", "--json")
    assert (ran.code, ran.json) == (0, {"ok": True, "schedules": {"nightly": [], "weekly": []}})
    (repo / "ace.yaml").write_text(
        (repo / "ace.yaml").read_text(encoding="utf-8").replace("deadline_minutes: 90", "playbook: playbooks/x"),
        encoding="utf-8",
    )
    ran = ace("daemon", "-C", str(repo), "--check")
    assert ran.code == 1
    assert "nightly   ok" in ran.out
    assert "weekly   playbooks/x" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        pytest.param(["--cron", "15 2 * *", "--check"], 1, "has 4 fields", id="a wrong line"),
        pytest.param(["--cron", ""], 64, "must not be empty", id="an empty line"),
        pytest.param(["--once", "--json"], 64, "--json goes with", id="a log is no JSON"),
        pytest.param(["--metrics-port", "0", "--metrics-address", "0.0.0.0"], 1, "--metrics-anywhere", id="the world"),
    ],
)
def test_what_cannot_be_done_is_refused(
    arguments: list[str], code: int, problem: str, repo: Path, ace: Callable[..., Ran]
) -> None:
    ran = ace("daemon", "-C", str(repo), *arguments)
    assert ran.code == code
    assert problem in ran.err


def test_a_misspelt_setting_of_a_schedule_names_the_nearest(repo: Path, ace: Callable[..., Ran]) -> None:
    text = (repo / "ace.yaml").read_text(encoding="utf-8").replace("deadline_minutes", "deadline_minute")
    (repo / "ace.yaml").write_text(text, encoding="utf-8")
    ran = ace("daemon", "-C", str(repo), "--explain")
    assert ran.code == 1
    assert "schedules.1.deadline_minute: no such setting; did you mean" in ran.err
    assert "deadline_minutes" in ran.err


def test_once_runs_the_cycle_that_is_due_and_status_tells_of_it(repo: Path, ace: Callable[..., Ran]) -> None:
    text = (repo / "ace.yaml").read_text(encoding="utf-8").replace("limit: 60", "limit: 8")
    (repo / "ace.yaml").write_text(text.replace("trials: 3", "trials: 1"), encoding="utf-8")
    make_due(repo, "@daily")
    ran = ace("daemon", "-C", str(repo), "--once", "--cron", "@daily")
    assert ran.code == 0, ran.err
    assert "due times passed while no daemon ran" in ran.err
    health_now = read_health(health_path(repo / ".git/ace"))
    assert health_now is not None
    last = health_now.schedules[0].last
    assert last is not None
    assert last.status == "done"
    assert last.cycle.startswith("y-"), "the journal knows it under the schedule's name"
    status = ace("daemon", "-C", str(repo), "--status", "--json")
    assert (status.code, status.json["healthy"]) == (0, True)
    again = ace("daemon", "-C", str(repo), "--once", "--cron", "@daily")
    assert again.code == 0
    assert "starts" not in again.err


def test_two_daemons_of_one_repository(repo: Path, ace_executable: list[str], ace: Callable[..., Ran]) -> None:
    command = [*ace_executable, "daemon", "-C", str(repo)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as first:
        try:
            wait_for(lambda: health_path(repo / ".git/ace").exists() and _status(ace, repo) == 0)
            second = subprocess.run(command, capture_output=True, text=True, check=False)
            assert second.returncode == 75
            assert f"(process {first.pid} since " in second.stderr
            assert "ace daemon --status" in second.stderr
            once = subprocess.run([*command, "--once", "--quiet"], capture_output=True, text=True, check=False)
            assert (once.returncode, once.stderr) == (75, ""), "cron would mail it every time"
        finally:
            first.send_signal(signal.SIGTERM)
        first.communicate(timeout=30)
    assert first.returncode == 0
    gone = ace("daemon", "-C", str(repo), "--status")
    assert gone.code == 1
    assert "it was stopped at" in gone.out


def test_status_of_a_killed_daemon_says_so(repo: Path, ace_executable: list[str], ace: Callable[..., Ran]) -> None:
    with subprocess.Popen([*ace_executable, "daemon", "-C", str(repo)], stderr=subprocess.DEVNULL) as daemon:
        wait_for(lambda: health_path(repo / ".git/ace").exists())
        os.kill(daemon.pid, signal.SIGKILL)
    ran = ace("daemon", "-C", str(repo), "--status", "--json")
    assert ran.code == 1
    assert ran.json["alive"] is False
    assert "gone without a word" in json.dumps(ran.json["problems"])


def _status(ace: Callable[..., Ran], repo: Path) -> int:
    return ace("daemon", "-C", str(repo), "--status").code
