"""One cycle: its end, its deadline, and waiting while the repository is busy."""

import os
import time
from pathlib import Path

import pytest

from ace.config.schedule_settings import DaemonSettings
from ace.daemon.health import Status
from ace.daemon.running_cycle import CycleEnd, CycleStart, Due, RunningCycle
from tests.ace.daemon.daemon_building import at, every, python, wait_for


def run(folder: Path, words: list[str], deadline_s: float = 60.0, **settings: float) -> RunningCycle:
    due = Due(every(60, deadline_s=deadline_s), at("2026-11-30 02:15"))
    chosen = DaemonSettings.model_validate({"stop_grace_seconds": 1, **settings})
    start = CycleStart(
        command=lambda schedule, lifeline: words,
        cwd=folder,
        environment=dict(os.environ),
        settings=chosen,
        log=folder / "a.log",
        busy_pause_s=0.05,
    )
    return RunningCycle(due, start)


def end(cycle: RunningCycle) -> CycleEnd:
    found: list[CycleEnd] = []

    def is_over() -> bool:
        if cycle.child is not None:
            cycle.child.read_output()
        ended = cycle.poll()
        found.extend([] if ended is None else [ended])
        return ended is not None

    wait_for(is_over)
    return found[0]


@pytest.mark.parametrize(
    ("words", "status", "code", "reason"),
    [
        pytest.param(["true"], "done", 0, "", id="a good end"),
        pytest.param(["sh", "-c", "exit 2"], "done", 2, "", id="proposals were opened"),
        pytest.param(["sh", "-c", "exit 3"], "ceiling", 3, "ended at a ceiling", id="a ceiling"),
        pytest.param(
            ["sh", "-c", "echo ace: no model >&2; exit 1"], "failed", 1, "exit code 1: ace: no model", id="failed"
        ),
        pytest.param(["sh", "-c", "kill -9 $$"], "failed", -9, "ended by signal 9", id="killed by somebody"),
        pytest.param(["/no/such/program"], "not started", None, "could not be started: No such file", id="no program"),
        pytest.param(["sh", "-c", "exit 75"], "busy", 75, "another cycle held the repository", id="busy"),
    ],
)
def test_how_a_cycle_ends(words: list[str], status: Status, code: int | None, reason: str, tmp_path: Path) -> None:
    found = end(run(tmp_path, words, busy_minutes=0.005))
    assert (found.status, found.exit_code) == (status, code)
    assert found.reason.startswith(reason)
    assert bool(found.reason) == bool(reason)


def test_it_waits_while_the_repository_is_busy(tmp_path: Path) -> None:
    words = ["sh", "-c", "echo x >> tries; test $(wc -l < tries) -ge 3 || exit 75"]
    found = end(run(tmp_path, words))
    assert (found.status, found.exit_code) == ("done", 0)
    assert (tmp_path / "tries").read_text(encoding="utf-8") == "x\n" * 3


def test_its_deadline_ends_the_whole_group_first_with_a_word(tmp_path: Path) -> None:
    code = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: (print('asked', flush=True), sys.exit(143)))\n"
        "time.sleep(60)"
    )
    found = end(run(tmp_path, python(code), deadline_s=1.0))
    assert (found.status, found.exit_code, found.reason) == (
        "deadline",
        143,
        "was stopped: it went on past its deadline",
    )
    assert (tmp_path / "a.log").read_text(encoding="utf-8") == "asked\n"


def test_who_does_not_listen_is_killed_after_the_grace(tmp_path: Path) -> None:
    code = (
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun', flush=True)\ntime.sleep(60)"
    )
    cycle = run(tmp_path, python(code))
    assert cycle.child is not None
    wait_for(
        lambda: cycle.child is not None and cycle.child.read_output() and cycle.poll() is None and _size(tmp_path) > 0
    )
    begun = time.monotonic()
    cycle.stop()
    found = end(cycle)
    assert (found.status, found.exit_code) == ("stopped", -9)
    assert time.monotonic() - begun >= 1


def test_stopping_one_that_waits_ends_it_at_once(tmp_path: Path) -> None:
    cycle = run(tmp_path, ["sh", "-c", "exit 75"])
    wait_for(lambda: cycle.poll() is None and cycle.child is None)
    cycle.stop()
    assert end(cycle).status == "stopped"


def _size(folder: Path) -> int:
    path = folder / "a.log"
    return path.stat().st_size if path.exists() else 0
