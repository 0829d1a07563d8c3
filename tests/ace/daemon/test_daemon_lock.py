"""One daemon a repository."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ace.daemon.daemon_lock import daemon_lock, is_held, lock_path
from ace.errors import AceError, BusyError
from tests.ace.daemon.daemon_building import TOP


def test_a_second_one_is_told_who_holds_it(tmp_path: Path) -> None:
    path = lock_path(tmp_path)
    assert not is_held(path)
    with daemon_lock(path, "2026-11-30T02:15:00Z"):
        assert is_held(path)
        with (
            pytest.raises(BusyError, match=r"process \d+ since 2026-11-30T02:15:00Z") as caught,
            daemon_lock(path, "later"),
        ):
            pass
        assert caught.value.exit_code == 75
    assert not is_held(path)


def test_a_look_at_it_does_not_keep_a_daemon_from_starting(tmp_path: Path) -> None:
    path = lock_path(tmp_path)
    with daemon_lock(path, "now"):
        pass
    for _ in range(50):
        assert not is_held(path)
        with daemon_lock(path, "now"):
            assert is_held(path)


def test_a_killed_process_holds_it_no_more(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from ace.daemon.daemon_lock import daemon_lock\n"
        "with daemon_lock(Path(sys.argv[1]), 'now'): print('held', flush=True); time.sleep(60)"
    )
    path = lock_path(tmp_path)
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, cwd=TOP, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert is_held(path)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not is_held(path)


def test_a_named_pipe_is_refused_and_not_waited_at(tmp_path: Path) -> None:
    path = lock_path(tmp_path)
    os.mkfifo(path)
    with pytest.raises(AceError, match=r"daemon\.lock: is no regular file.*delete it"):
        is_held(path)
    with pytest.raises(AceError, match=r"daemon\.lock: is no regular file.*delete it"), daemon_lock(path, "now"):
        pass
