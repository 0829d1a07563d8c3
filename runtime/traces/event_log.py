"""The append-only event log: one JSONL segment a run, one event a line."""

import os
import threading
from pathlib import Path
from types import TracebackType
from typing import IO

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import as_object
from runtime.contracts.trace_event import Event, Outcome
from runtime.traces.event_digest import EpisodeDigests
from runtime.traces.event_json import decode_line, encode_line, event_to_json
from runtime.traces.redaction import redact

_BLOCK = 65_536


class EventLog:
    """A TraceSink on one segment file; a segment has one writer at a time, which may write from many threads.

    Every event is redacted, written whole and handed to the operating system before `write` returns; outcomes and
    `close` also wait for the disk. An outcome carries the hash of its episode's lines (event_digest). A segment whose
    last line was cut off by a crash is continued at a line boundary: the cut-off bytes are moved to `<segment>.torn`.
    """

    def __init__(self, path: Path) -> None:
        """Open `path` for appending, making its folder. Raises: TraceError when it cannot be opened."""
        self.path = path
        self._lock = threading.Lock()
        self._digests = EpisodeDigests()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _set_torn_line_aside(path)
            self._file: IO[bytes] = path.open("ab", buffering=0)
        except OSError as exc:
            raise TraceError(f"{path}: the event log cannot be opened for writing: {exc}") from exc

    def write(self, event: Event) -> None:
        """Append `event`. Raises: TraceError when the log is closed or the line cannot be written whole."""
        value = as_object(redact(event_to_json(event)))
        line = encode_line(value)
        with self._lock:
            if self._file.closed:
                raise TraceError(f"{self.path}: the event log is closed; write events before closing it")
            if isinstance(event, Outcome):
                line = self._digests.sealed(event, value)
            _append(self._file, line, self.path)
            self._digests.add(event, line)
            if isinstance(event, Outcome):
                os.fsync(self._file.fileno())

    def close(self) -> None:
        """Wait until every event is on disk and close the segment; closing twice does nothing."""
        with self._lock:
            if not self._file.closed:
                os.fsync(self._file.fileno())
                self._file.close()

    def __enter__(self) -> "EventLog":
        """Return the log itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the log."""
        self.close()


def torn_path(segment: Path) -> Path:
    """Return where the cut-off bytes of `segment` are kept."""
    return segment.with_name(f"{segment.name}.torn")


def _append(file: IO[bytes], line: bytes, path: Path) -> None:
    start = os.fstat(file.fileno()).st_size
    try:
        written = 0
        while written < len(line):
            written += file.write(line[written:])
    except OSError as exc:
        # Half a line would swallow the next event too.
        os.ftruncate(file.fileno(), start)
        raise TraceError(f"{path}: an event could not be written ({exc}); free disk space and run again") from exc


def _set_torn_line_aside(path: Path) -> None:
    if not path.exists():
        return
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        start = _last_line_start(file, end)
        if start == end:
            return
        file.seek(start)
        tail = file.read()
        if _is_whole(tail):
            file.write(b"\n")
            return
        with torn_path(path).open("ab") as torn:
            torn.write(tail + b"\n")
            torn.flush()
            os.fsync(torn.fileno())
        file.truncate(start)


def _last_line_start(file: IO[bytes], end: int) -> int:
    """Return the offset after the last newline; `end` when the file is empty or ends with one."""
    stop = end
    while stop > 0:
        begin = max(0, stop - _BLOCK)
        file.seek(begin)
        found = file.read(stop - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        stop = begin
    return 0


def _is_whole(tail: bytes) -> bool:
    try:
        decode_line(tail)
    except TraceError:
        return False
    return True
