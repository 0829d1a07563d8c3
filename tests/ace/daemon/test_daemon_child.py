"""What runs in a cycle's process: it ends when the daemon is gone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.ace.daemon.daemon_building import TOP, wait_for

_BEGIN = (
    "import os, sys, time, signal\n"
    "from pathlib import Path\n"
    "from ace.daemon.child import ended_with_owner\n"
    "folder = Path(sys.argv[2])\n"
)
_ORDERLY = (
    _BEGIN + "def end(number, frame):\n"
    "    print('a last word', flush=True); (folder / 'ended').touch(); raise SystemExit(143)\n"
    "signal.signal(signal.SIGTERM, end)\n"
    "with ended_with_owner(int(sys.argv[1]), 30.0):\n"
    "    (folder / 'begun').touch(); time.sleep(60)\n"
)
_DEAF = (
    _BEGIN + "signal.signal(signal.SIGTERM, lambda *_: (folder / 'asked').touch())\n"
    "with ended_with_owner(int(sys.argv[1]), 0.5):\n"
    "    (folder / 'begun').touch()\n"
    "    while True: time.sleep(60)\n"
)
_QUICK = _BEGIN + "with ended_with_owner(int(sys.argv[1]), 30.0): pass\n"


def _start(code: str, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    lifeline, ours = os.pipe()
    command = [sys.executable, "-c", code, str(lifeline), str(folder)]
    process = subprocess.Popen(
        command, cwd=TOP, pass_fds=(lifeline,), process_group=0, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    os.close(lifeline)
    return process, ours


@pytest.mark.parametrize(
    ("code", "mark", "expected"),
    [
        pytest.param(_ORDERLY, "ended", 143, id="asked first, and its output may go nowhere"),
        pytest.param(_DEAF, "asked", -signal.SIGKILL, id="killed when it does not listen"),
    ],
)
def test_it_ends_when_its_owner_is_gone(code: str, mark: str, expected: int, tmp_path: Path) -> None:
    process, ours = _start(code, tmp_path)
    try:
        wait_for((tmp_path / "begun").exists)
        assert process.stdout is not None
        process.stdout.close()
        os.close(ours)
        assert process.wait(timeout=30) == expected
        assert (tmp_path / mark).exists()
    finally:
        process.kill()


def test_it_ends_by_itself_while_its_owner_lives(tmp_path: Path) -> None:
    process, ours = _start(_QUICK, tmp_path)
    begun = time.monotonic()
    assert process.wait(timeout=30) == 0, process.communicate()[0]
    process.communicate()
    os.close(ours)
    assert time.monotonic() - begun < 30


def test_it_runs_ace_with_the_rest_of_the_command_line(tmp_path: Path) -> None:
    lifeline, ours = os.pipe()
    command = [sys.executable, "-m", "ace.daemon.child", str(lifeline), "5", "daemon", "--status", "-C", str(tmp_path)]
    done = subprocess.run(command, cwd=TOP, pass_fds=(lifeline,), capture_output=True, text=True, check=False)
    os.close(lifeline)
    os.close(ours)
    assert done.returncode == 1
    assert "not in a git repository" in done.stderr
