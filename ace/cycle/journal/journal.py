"""A cycle's journal: one JSON object a line, appended, each on disk before the cycle goes on."""

import fcntl
import json
import os
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError
from ace.sync_folder import sync_folder
from runtime.contracts.json_types import JsonObject

JOURNAL = "journal.jsonl"


class ReadJournal(NamedTuple):
    """A journal's whole lines. `is_torn`: its last one was cut off and is left out; `problem`: what else is wrong.

    `is_unreadable`: it could not even be opened.
    """

    lines: tuple[JsonObject, ...]
    is_torn: bool = False
    problem: str = ""
    is_unreadable: bool = False


class Journal:
    """The journal of one cycle that is under way; held by one process, which others can see."""

    def __init__(self, folder: Path) -> None:
        """Open the journal in `folder`, made where it is not there yet; a cut-off last line is dropped.

        Raises: AceError when it cannot be opened, or is damaged before its last line.
        """
        self.folder = folder
        self.path = folder / JOURNAL
        is_new = not self.path.exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as exc:
            raise AceError(f"{self.path}: the journal cannot be opened: {exc.strerror}; correct that") from exc
        # Waits for no more than a reader's look: the repository's lock keeps other cycles away.
        fcntl.flock(self._file, fcntl.LOCK_EX)
        read = read_journal(self.path)
        if read.problem:
            self.close()
            raise AceError(f"{self.path}: {read.problem}; begin anew with `ace cycle --new`")
        self.lines, self.was_torn = list(read.lines), read.is_torn
        if read.is_torn:
            data = self.path.read_bytes()
            os.ftruncate(self._file, data.rfind(b"\n") + 1)
        if is_new:
            for place in (folder, folder.parent, folder.parent.parent):
                sync_folder(place)

    def write(self, event: str, at: str, **fields: object) -> None:
        """Append one line and wait until it is on disk. Raises: AceError when it cannot be written whole."""
        line: JsonObject = {"event": event, "at": at, **fields}
        data = json.dumps(line, ensure_ascii=True, sort_keys=True).encode("ascii") + b"\n"
        start = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, data)
            while written < len(data):
                written += os.write(self._file, data[written:])
            os.fsync(self._file)
        except OSError as exc:
            # Half a line would swallow the next one too.
            os.ftruncate(self._file, start)
            raise AceError(
                f"{self.path}: a step could not be written down ({exc.strerror}); make room on that disk, then start "
                "again: the cycle goes on where it was"
            ) from exc
        self.lines.append(line)

    def close(self) -> None:
        """Let the journal go; closing twice does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read_journal(path: Path) -> ReadJournal:
    """Return the lines of the journal at `path`; none where there is no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ReadJournal(())
    except OSError as exc:
        return ReadJournal((), problem=f"cannot be read: {exc.strerror}", is_unreadable=True)
    whole, _, torn = data.rpartition(b"\n")
    lines: list[JsonObject] = []
    # What a kill leaves of a first line is the beginning of one.
    if b"\n" not in data and not (torn.isascii() and torn.startswith(b"{"[: len(torn)])):
        return ReadJournal((), problem="line 1 is damaged")
    for number, raw in enumerate(whole.split(b"\n") if b"\n" in data else [], 1):
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            return ReadJournal(tuple(lines), bool(torn), f"line {number} is damaged")
        lines.append(value)
    return ReadJournal(tuple(lines), bool(torn))


def is_held(path: Path) -> bool:
    """Return True while a process has the journal at `path` open for writing."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False
