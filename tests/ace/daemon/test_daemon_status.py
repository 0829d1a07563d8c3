"""Is the daemon well?"""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from ace.daemon.daemon_lock import daemon_lock, lock_path
from ace.daemon.health import Health, Result, health_path, write_health
from ace.daemon.status import judge, look_at_daemon, status_json, status_text
from tests.ace.daemon.daemon_building import at, health, schedule, standing_of

NOW = at("2026-11-30 10:00")
FAILED = standing_of(
    schedule(),
    NOW,
    Result(status="failed", due=NOW, started=NOW, ended=NOW, reason="exit code 1: no model"),
).model_copy(update={"is_failing": True})
WELL = standing_of(schedule(), NOW)
DUE = WELL.model_copy(update={"next_due": NOW - timedelta(hours=2)})


@pytest.mark.parametrize(
    ("found", "is_alive", "problem"),
    [
        pytest.param(None, False, "no daemon has run here", id="never started"),
        pytest.param(health(WELL, now=NOW), True, "", id="well"),
        pytest.param(health(WELL, now=NOW), False, "is gone without a word", id="killed"),
        pytest.param(health(WELL, now=NOW - timedelta(minutes=4)), True, "hangs, or its disk is full", id="stale"),
        pytest.param(health(WELL, now=NOW, state="stopped"), False, "was stopped at", id="stopped"),
        pytest.param(health(now=NOW, state="failed", last_error="boom"), False, "it failed at .*boom", id="crashed"),
        pytest.param(
            health(FAILED, now=NOW), True, "nightly: the last cycle failed: exit code 1: no model", id="failing"
        ),
        pytest.param(health(WELL, now=NOW, state="done"), False, "", id="once, and done"),
        pytest.param(health(DUE, now=NOW, state="done"), False, "nothing started what was due", id="once, never again"),
    ],
)
def test_what_is_wrong_is_said(found: Health | None, is_alive: bool, problem: str) -> None:
    problems = judge(found, NOW, is_alive=is_alive)
    assert bool(problems) == bool(problem)
    if problem:
        assert len(problems) == 1
        assert re.search(problem, problems[0])


def test_it_is_read_from_file_and_lock(tmp_path: Path) -> None:
    assert not look_at_daemon(tmp_path, NOW).is_healthy
    write_health(health_path(tmp_path), health(WELL, now=NOW))
    with daemon_lock(lock_path(tmp_path), "now"):
        status = look_at_daemon(tmp_path, NOW)
    assert status.is_healthy
    assert status_json(status)["healthy"] is True
    assert status_text(status).startswith("daemon   waiting, process ")
    assert not look_at_daemon(tmp_path, NOW).is_alive


def test_text_names_every_schedule_with_its_last_cycle() -> None:
    from ace.daemon.status import DaemonStatus

    text = status_text(DaemonStatus(health(FAILED, now=NOW), True, ("nightly: x",)))
    assert "nightly   15 2 * * *   not followed" in text
    assert "last: failed (exit code 1: no model), due 2026-11-30T10:00:00Z" in text
    assert "problem  nightly: x" in text
