"""A command that hangs ends with its owner, even where the owner is killed with SIGKILL."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.agents.own.group_watch import GroupWatch

_HANGS = "import os, signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
_OWNER = """
import sys, time
from pathlib import Path
from runtime.agents.own.child_process import ChildProcess
children = [ChildProcess([sys.executable, "-c", sys.argv[1]], Path.cwd()) for _ in range(2)]
print(*(child.pid for child in children), flush=True)
time.sleep(60)
"""


def _is_gone(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


def _holds_soon(told: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20.0
    while not told():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def test_killed_with_its_children_hanging_it_leaves_none() -> None:
    owner = subprocess.Popen([sys.executable, "-c", _OWNER, _HANGS], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    with owner.stdout:
        children = [int(pid) for pid in owner.stdout.readline().split()]
        assert len(children) == 2
        assert not any(_is_gone(pid) for pid in children)
        owner.kill()
        owner.wait()
    assert _holds_soon(lambda: all(_is_gone(pid) for pid in children))


def test_a_group_taken_back_is_left_alone_and_a_killed_killer_is_replaced() -> None:
    kept, ended = (
        subprocess.Popen([sys.executable, "-c", _HANGS], start_new_session=True, stdout=subprocess.DEVNULL)
        for _ in range(2)
    )
    watch = GroupWatch()
    try:
        for process in (kept, ended):
            watch.add(process.pid)
        first = watch.pipe
        assert first is not None
        # Nobody reads at the other end any more: what was known is told to another.
        killer = _reader_of(first)
        os.kill(killer, signal.SIGKILL)
        assert _holds_soon(lambda: _is_gone(killer))
        watch.remove(kept.pid)
        watch.add(ended.pid)
        assert watch.pipe is not None
        os.close(watch.pipe)
        assert _holds_soon(lambda: ended.poll() is not None)
        assert kept.poll() is None
    finally:
        for process in (kept, ended):
            process.kill()
            process.wait()


def test_where_no_further_process_can_be_started_the_child_starts_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left() -> tuple[int, int]:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(os, "pipe", none_left)
    watch = GroupWatch()
    watch.add(os.getpgrp())
    assert watch.pipe is None
    watch.remove(os.getpgrp())


def _reader_of(pipe: int) -> int:
    """Return the process that reads from `pipe`."""
    name = Path(f"/proc/self/fd/{pipe}").readlink()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                if (folder / "fd" / "0").readlink() == name:
                    return int(folder.name)
            except OSError:
                continue
    raise AssertionError(f"nobody reads {name}")
