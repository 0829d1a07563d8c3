"""One daemon a repository: a lock that ends with its process, whatever ends it."""

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ace.errors import AceError, BusyError

_PATIENCE_S = 1.0


def lock_path(state: Path) -> Path:
    """Return the lock's file. `state`: <git-common-dir>/ace."""
    return state / "daemon.lock"


@contextmanager
def daemon_lock(path: Path, since: str) -> Iterator[None]:
    """Hold the lock. `since`: now, for display.

    Raises: BusyError naming the process that holds it, AceError when its path is no file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = _opened(path, os.O_RDWR | os.O_CREAT)
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
    """Return True while a daemon holds the lock. Raises: AceError when its path is no file."""
    try:
        file = _opened(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _opened(path: Path, flags: int) -> int:
    # Opening a named pipe waits for its other end without O_NONBLOCK, which a file does not mind.
    try:
        file = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK, 0o644)
    except FileNotFoundError:
        raise
    except OSError as exc:
        raise AceError(f"{path}: cannot be opened ({exc.strerror}); correct that, or delete it") from exc
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise AceError(f"{path}: is no regular file, so no daemon can lock it; delete it")
    return file


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
