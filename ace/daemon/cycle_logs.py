"""What cycles print, one file each: so much of it is kept, and so many of them."""

import os
from datetime import datetime
from pathlib import Path


class CycleLog:
    """A file that takes what it is given until it is full, and then says how much was left out."""

    def __init__(self, path: Path, most_bytes: int) -> None:
        """Begin the file. Raises: OSError."""
        self.path = path
        self._most, self._size, self._left_out = most_bytes, 0, 0
        path.parent.mkdir(parents=True, exist_ok=True)
        # Output may hold what a model or a server said: for the owner only.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._file = os.fdopen(handle, "ab", buffering=0)

    def write(self, data: bytes) -> None:
        """Add `data`, as much as there is room for. A full disk loses output, never the cycle."""
        kept = data[: self._most - self._size]
        self._left_out += len(data) - len(kept)
        try:
            self._file.write(kept)
            self._size += len(kept)
        except OSError:
            self._left_out += len(kept)

    def close(self) -> None:
        """End the file."""
        try:
            if self._left_out:
                self._file.write(f"\n... {self._left_out} bytes more were left out\n".encode())
        except OSError:
            pass
        finally:
            self._file.close()


def log_path(folder: Path, schedule: str, started: datetime) -> Path:
    """Return the file of a cycle's output: names sort by time, and two of one second differ by their schedule."""
    return folder / f"{started:%Y%m%dT%H%M%S.%fZ}-{schedule}.log"


def prune_logs(folder: Path, keep: int) -> None:
    """Delete all but the `keep` newest files."""
    names = sorted(path for path in folder.glob("*.log") if path.is_file())
    for path in names[: max(len(names) - keep, 0)]:
        path.unlink(missing_ok=True)


def last_line(path: Path, most_chars: int = 300) -> str:
    """Return the last line of a file that says something, "" when none does."""
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(file.tell() - 8192, 0))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:most_chars] if lines else ""
