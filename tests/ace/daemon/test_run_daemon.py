"""The daemon as a process: cycles, signals, its end, and what a kill leaves."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ace.daemon.daemon_lock import is_held, lock_path
from ace.daemon.health import Health, health_path, read_health
from tests.ace.daemon.daemon_building import daemon_process, is_running, wait_for

# A cycle that says who it is, and that ends in order when it is asked to.
_ORDERLY = """
import os, signal, sys, time
def end(number, frame):
    print("ended in order", flush=True)
    sys.exit(143)
signal.signal(signal.SIGTERM, end)
open("pid", "w").write(str(os.getpid()))
time.sleep(60)
"""
_DEAF = _ORDERLY.replace('print("ended in order", flush=True)\n    sys.exit(143)', "pass").replace(
    "time.sleep(60)", "[time.sleep(1) for _ in range(60)]"
)
# The real wrapper around a cycle that sleeps.
_GUARDED = """
import sys, time, os
from ace.daemon.child import ended_with_owner
with ended_with_owner(int(sys.argv[1]), 10.0):
    open("pid", "w").write(str(os.getpid()))
    time.sleep(60)
"""


def found(folder: Path) -> Health:
    value = read_health(health_path(folder / "state"))
    assert value is not None
    return value


def pid(folder: Path) -> int:
    wait_for(lambda: (folder / "pid").exists() and (folder / "pid").read_text(encoding="ascii") != "")
    return int((folder / "pid").read_text(encoding="ascii"))


def logs(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted((folder / "state/daemon/logs").glob("*.log")))


def test_cycles_run_when_they_are_due_and_the_daemon_ends_in_order(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 0.5, "sh", "-c", "echo x >> ran; echo said") as daemon:
        wait_for(lambda: (tmp_path / "ran").exists() and (tmp_path / "ran").stat().st_size >= 4)
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=30)
    assert daemon.returncode == 0, log
    health = found(tmp_path)
    assert health.state == "stopped"
    last = health.schedules[0].last
    assert last is not None
    assert (last.status, last.exit_code) == ("done", 0)
    assert "said" in logs(tmp_path)
    assert not is_held(lock_path(tmp_path / "state"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_gives_the_cycle_time_to_end_in_order(number: signal.Signals, tmp_path: Path) -> None:
    with daemon_process(tmp_path, 0.5, sys.executable, "-c", _ORDERLY) as daemon:
        cycle = pid(tmp_path)
        assert found(tmp_path).state == "running"
        daemon.send_signal(number)
        _, log = daemon.communicate(timeout=30)
    assert daemon.returncode == 0, log
    assert logs(tmp_path) == "ended in order\n"
    assert not is_running(cycle)
    last = found(tmp_path).schedules[0].last
    assert last is not None
    assert last.status == "stopped"
    assert "ERROR" not in log, "being stopped is no failure"


def test_a_second_stop_kills_at_once(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 0.5, sys.executable, "-c", _DEAF) as daemon:
        cycle = pid(tmp_path)
        daemon.send_signal(signal.SIGTERM)
        wait_for(lambda: found(tmp_path).state == "stopping")
        assert is_running(cycle)
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=30)
    assert daemon.returncode == 1
    assert not is_running(cycle)
    assert "is killed" in log


def test_a_cycle_does_not_outlive_a_daemon_that_was_killed(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 0.5, sys.executable, "-c", _GUARDED, "LIFELINE") as daemon:
        cycle = pid(tmp_path)
        daemon.send_signal(signal.SIGKILL)
        daemon.communicate(timeout=30)
        wait_for(lambda: not is_running(cycle))
    assert found(tmp_path).state == "running", "nobody could write a last word"


def test_after_a_kill_the_cycle_is_gone_on_with_once(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 3600, "true") as first:
        wait_for(health_path(tmp_path / "state").exists)
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=30)
    path = health_path(tmp_path / "state")
    value = json.loads(path.read_bytes())
    moment = value["started"]
    value["schedules"][0]["last"] = {"status": "running", "due": moment, "started": moment}
    path.write_text(json.dumps(value), encoding="utf-8")
    for _ in range(2):
        with daemon_process(tmp_path, 3600, "sh", "-c", "echo x >> ran") as daemon:
            wait_for(lambda: (tmp_path / "ran").exists() and found(tmp_path).state == "waiting")
            daemon.send_signal(signal.SIGTERM)
            _, log = daemon.communicate(timeout=30)
            assert daemon.returncode == 0, log
    assert (tmp_path / "ran").read_text(encoding="utf-8") == "x\n"


def test_a_second_daemon_says_who_works_here(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 3600, "true") as first:
        wait_for(lambda: is_held(lock_path(tmp_path / "state")) and health_path(tmp_path / "state").exists())
        with daemon_process(tmp_path, 3600, "true") as second:
            _, log = second.communicate(timeout=30)
        assert "BusyError" in log
        assert f"process {first.pid} since" in log
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=30)
        assert first.returncode == 0


def test_a_failing_cycle_is_loud_and_the_next_one_still_runs(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 0.5, "sh", "-c", "echo x >> ran; echo no model >&2; exit 1") as daemon:
        wait_for(lambda: (tmp_path / "ran").exists() and (tmp_path / "ran").stat().st_size >= 4)
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=30)
    assert log.count("ERROR often: the cycle due at") >= 2
    assert "failed: exit code 1: no model; see " in log


def test_orphans_of_cycles_are_not_collected(tmp_path: Path) -> None:
    with daemon_process(tmp_path, 0.5, "sh", "-c", "sleep 600 & echo x >> ran; echo $! > left") as daemon:
        wait_for(lambda: (tmp_path / "ran").exists() and (tmp_path / "ran").stat().st_size >= 4)
        asked = ["ps", "--ppid", str(daemon.pid), "-o", "pid="]
        children = subprocess.run(asked, capture_output=True, text=True, check=False)
        daemon.send_signal(signal.SIGTERM)
        daemon.communicate(timeout=30)
    assert len(children.stdout.split()) <= 1
    assert not is_running(int((tmp_path / "left").read_text(encoding="ascii")))
