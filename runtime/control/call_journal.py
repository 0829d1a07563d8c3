"""The call journal: which calls began to act and how they ended, so that none acts twice.

One JSON object a line, appended and flushed to disk before a tool starts and after it ends. Kept are calls that write,
and calls a person was asked about; a read may be repeated, so it needs no entry.
"""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from pydantic import Field, ValidationError

from runtime.contracts.errors import ControlError
from runtime.contracts.json_types import JsonObject, canonical_json, content_hash
from runtime.contracts.sample import Frozen
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.control.stored_card import card_from_json, card_to_json

JOURNAL = "journal.jsonl"
CallState: TypeAlias = Literal["started", "finished", "failed", "unknown", "settled"]


class JournalEntry(Frozen):
    """One line. `key` is the call's idempotency key, `place` the run, sample and trial it belongs to.

    started: the tool is about to run. finished, failed: it returned, or said that it could not; the card is kept.
    unknown: it was cut off (timeout, crash), so whether it acted is not known. settled: it did not act (it never got to
    the tool, or a person said so), so it may run again.
    """

    at: str
    key: str
    state: CallState
    tool: str
    place: str = ""
    arguments_sha256: str = ""
    pid: int = 0
    card_sha256: str = ""
    card: JsonObject | None = Field(default=None)


class Begun(NamedTuple):
    """What the journal says when a call wants to start. `may_run`: nothing speaks against it, and it is entered.

    Otherwise `card` is the result of the very call, or `doubt` the key of the entry that leaves open whether it acted.
    """

    may_run: bool
    card: ToolCard | None = None
    doubt: str = ""


class CallJournal:
    """Entries in `folder`/journal.jsonl, shared by processes; without a folder, in this process only."""

    def __init__(self, folder: Path | None) -> None:
        """Use `folder`; it is made when the first entry is written."""
        self._path = None if folder is None else folder / JOURNAL
        self._lock = threading.RLock()
        self._offset = 0
        self._latest: dict[str, JournalEntry] = {}

    def latest(self, key: str) -> JournalEntry | None:
        """Return the last entry of the call, or None. Raises: ControlError when the journal cannot be read."""
        with self._lock:
            self._read_on()
            return self._latest.get(key)

    def begin(self, call: ToolCall, place: str, at: str, *, is_write: bool) -> Begun:
        """Enter that `call` starts, unless it must not: checked and entered in one step, also between processes.

        A write must not start when the same call (same key, or same tool and arguments at the same place in an earlier
        attempt) has an entry; other calls only when the very call has a result.
        """
        with self._exclusive():
            self._read_on()
            earlier = self._in_the_way(call, place, is_write)
            if earlier is not None:
                if earlier.card is not None:
                    return Begun(False, card=card_from_json(earlier.card))
                return Begun(False, doubt=earlier.key)
            self._append(_entry(call, place, at, "started"))
            return Begun(True)

    def end(self, call: ToolCall, place: str, at: str, state: CallState, card: ToolCard | None = None) -> None:
        """Enter how `call` ended; `card` is its result."""
        with self._exclusive():
            self._read_on()
            self._append(_entry(call, place, at, state, card))

    def settle(self, key: str, at: str, card: ToolCard | None) -> None:
        """Enter a person's word on a call in doubt: with `card` it acted, without one it did not and may run again."""
        with self._exclusive():
            self._read_on()
            earlier = self._latest.get(key)
            if earlier is None:
                raise ControlError(f"{self._path}: no call {key!r} to settle")
            state: CallState = "settled" if card is None else "finished"
            kept, digest = _kept(card)
            changes = {"at": at, "state": state, "pid": os.getpid(), "card": kept, "card_sha256": digest}
            self._append(earlier.model_copy(update=changes))

    def _in_the_way(self, call: ToolCall, place: str, is_write: bool) -> JournalEntry | None:
        same = self._latest.get(call.idempotency_key)
        if same is not None and same.state != "settled":
            return same if is_write or same.card is not None else None
        if not is_write or not place:
            return None
        arguments = content_hash(call.arguments)
        alike = [
            entry
            for entry in self._latest.values()
            if (entry.place, entry.tool, entry.arguments_sha256) == (place, call.name, arguments)
            and entry.state != "settled"
        ]
        doubtful = next((entry for entry in alike if entry.card is None), None)
        episode = call.idempotency_key.partition(":")[0]
        done = (entry for entry in alike if entry.state == "finished" and entry.key.partition(":")[0] != episode)
        return doubtful or next(done, None)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        if self._path is None:
            with self._lock:
                yield
            return
        from filelock import FileLock

        with self._lock:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with FileLock(str(self._path.with_suffix(".lock"))):
                    yield
            except OSError as exc:
                raise ControlError(f"{self._path}: the call journal cannot be written: {exc}") from exc

    def _append(self, entry: JournalEntry) -> None:
        if self._path is not None:
            line = canonical_json(entry.model_dump(mode="json")).encode("utf-8", "backslashreplace") + b"\n"
            handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                # What a crash tore off was never acted on: the flush to disk comes before the tool starts.
                os.ftruncate(handle, self._offset)
                if os.write(handle, line) != len(line):
                    raise OSError("the disk is full")
                os.fsync(handle)
            finally:
                os.close(handle)
            self._offset += len(line)
        self._latest[entry.key] = entry

    def _read_on(self) -> None:
        """Take in what other processes, or this one before a restart, have written."""
        if self._path is None or not self._path.is_file():
            return
        with self._path.open("rb") as file:
            file.seek(self._offset)
            for line in file:
                if not line.endswith(b"\n"):
                    break  # being written, or torn off by a crash
                self._offset += len(line)
                self._take(line)

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            entry = JournalEntry.model_validate(json.loads(line))
        except (ValueError, ValidationError) as exc:
            raise ControlError(
                f"{self._path}: a line cannot be read ({exc}); restore the file or move it away"
            ) from exc
        self._latest[entry.key] = entry


def _entry(call: ToolCall, place: str, at: str, state: CallState, card: ToolCard | None = None) -> JournalEntry:
    kept, digest = _kept(card)
    return JournalEntry(
        at=at,
        key=call.idempotency_key,
        state=state,
        tool=call.name,
        place=place,
        arguments_sha256=content_hash(call.arguments),
        pid=os.getpid(),
        card_sha256=digest,
        card=kept,
    )


def _kept(card: ToolCard | None) -> tuple[JsonObject | None, str]:
    """The card as it is kept, and its hash."""
    if card is None:
        return None, ""
    value = card_to_json(card)
    return value, content_hash(value)
