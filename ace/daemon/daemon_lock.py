"""One daemon a repository: a lock that ends with its process, whatever ends it."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ace.errors import BusyError

_PATIENCE_S = 1.0


def lock_path(state: Path) -> Path:
    """Return the lock's file. `state`: <git-common-dir>/ace."""
    return state / "daemon.lock"


@contextmanager
def daemon_lock(path: Path, since: str) -> Iterator[None]:
    """Hold the lock. `since`: now, for display. Raises: BusyError naming the process that holds it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if not _acquired(file):
            who = os.pread(file, 200, 0).decode("utf-8", "replace").strip() or "another process"
            raise BusyError(
                f"{path}: a daemon of this repository runs already ({who}); see `ace daemon --status`, or stop that one"
            )
        os.ftruncate(file, 0)
        os.pwrite(file, f"process {os.getpid()} since {since}\n".encode(), 0)
        yield
    finally:
        os.close(file)


def is_held(path: Path) -> bool:
    """Return True while a daemon holds the lock."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _acquired(file: int) -> bool:
    # `--status` looks at the lock by taking it for a moment.
    until = time.monotonic() + _PATIENCE_S
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
