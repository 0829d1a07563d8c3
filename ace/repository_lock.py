"""The one lock of a repository: flock on a file that says who holds it, for people to read."""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from ace.errors import BusyError, WorkspaceError


@contextmanager
def repository_lock(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`; the kernel lets it go with the process, however that ends.

    Raises: BusyError naming who holds it since when; WorkspaceError where the disk knows no locks.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Not cut when it is opened: who is refused must be able to read who holds it.
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.pread(file, 1000, 0).decode("utf-8", "replace").strip() or "another process"
            raise BusyError(f"{path}: held by {who}; wait for it to end, then start again") from None
        except OSError as exc:
            raise WorkspaceError(
                f"{path}: cannot be locked ({exc.strerror}); keep the repository on a disk that knows file locks"
            ) from exc
        _write(file, f"process {os.getpid()}{_command()} since {datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}\n")
        try:
            yield
        finally:
            _write(file, "")
    finally:
        os.close(file)


def _write(file: int, text: str) -> None:
    # The text is for people alone: the lock holds without it, also on a full disk.
    with suppress(OSError):
        os.ftruncate(file, 0)
        os.pwrite(file, text.encode(), 0)


def _command() -> str:
    """Return what this process was started as, where it was started as a command of ACE."""
    named = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1].isalpha() and sys.argv[1].isascii() else ""
    return f" (ace {named})" if named and Path(sys.argv[0]).name in {"ace", "__main__.py"} else ""
