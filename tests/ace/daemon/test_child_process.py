"""A child process: output, exit code, and nothing left of it."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ace.daemon.child_process import ChildProcess
from ace.daemon.cycle_logs import CycleLog
from tests.ace.daemon.daemon_building import is_running, python, wait_for

Start = Callable[..., ChildProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a child whose output goes into a.log."""
    logs: list[CycleLog] = []

    def begin(words: list[str], most: int = 10_000) -> ChildProcess:
        logs.append(CycleLog(tmp_path / "a.log", most))
        return ChildProcess(lambda lifeline: words, tmp_path, dict(os.environ), logs[-1])

    yield begin
    for log in logs:
        log.close()


def end(child: ChildProcess) -> int:
    found: list[int] = []

    def is_over() -> bool:
        child.read_output()
        code = child.poll()
        found.extend([] if code is None else [code])
        return code is not None

    wait_for(is_over)
    return found[0]


def test_output_of_both_kinds_is_in_the_log(start: Start, tmp_path: Path) -> None:
    code = "import sys; print('out', flush=True); print('err', file=sys.stderr); sys.exit(3)"
    assert end(start(python(code))) == 3
    assert (tmp_path / "a.log").read_text(encoding="utf-8") == "out\nerr\n"


def test_a_child_that_prints_without_end_neither_fills_the_disk_nor_stalls_the_reader(
    start: Start, tmp_path: Path
) -> None:
    child = start(["yes"], most=1000)
    wait_for(lambda: child.read_output() and (tmp_path / "a.log").stat().st_size == 1000)
    child.kill()
    assert end(child) == -signal.SIGKILL
    assert (tmp_path / "a.log").stat().st_size == 1000


def test_what_it_left_running_is_ended_with_it(start: Start, tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        "print(p.pid, flush=True)"
    )
    assert end(start(python(code))) == 0
    left = int((tmp_path / "a.log").read_text(encoding="utf-8"))
    wait_for(lambda: not is_running(left))


def test_the_whole_group_can_be_asked_to_end(start: Start, tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        "print(p.pid, flush=True); p.wait()"
    )
    child = start(python(code))
    wait_for(lambda: child.read_output() and (tmp_path / "a.log").stat().st_size > 0)
    child.terminate(is_whole_group=True)
    assert end(child) == -signal.SIGTERM
    left = int((tmp_path / "a.log").read_text(encoding="utf-8"))
    wait_for(lambda: not is_running(left))


def test_what_cannot_be_started_is_an_error_and_leaves_no_file_open(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    log = CycleLog(tmp_path / "a.log", 10)
    with pytest.raises(FileNotFoundError):
        ChildProcess(lambda lifeline: ["/no/such/program"], tmp_path, {}, log)
    log.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_nothing_is_left_open_after_its_end(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    log = CycleLog(tmp_path / "a.log", 10)
    child = ChildProcess(lambda lifeline: ["true"], tmp_path, dict(os.environ), log)
    end(child)
    log.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before
