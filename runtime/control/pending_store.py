"""Pending calls on disk: one file a call, written whole or not at all, changed by one process at a time."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.contracts.errors import ControlError
from runtime.contracts.json_types import canonical_json
from runtime.control.pending_call import PendingCall

_FOLDER = "pending"


class PendingStore:
    """Calls in `folder`/pending/<id>.json. Arguments are kept as they will run, so the files are the owner's alone."""

    def __init__(self, folder: Path) -> None:
        """Use `folder`; it is made when the first call is kept."""
        self.folder = folder

    def add(self, pending: PendingCall) -> PendingCall:
        """Keep `pending` and return it. A call of that id stays, unless the question about it is now another one."""
        with self._exclusive():
            path = self._path(pending.id)
            kept = _read(path) if path.is_file() else None
            if kept is not None:
                if kept.question == pending.question and kept.status != "done":
                    return kept
                changes = {"question": pending.question, "doubt": pending.doubt, "answered": len(kept.decisions)}
                pending = kept.model_copy(update=changes)
            self._write(path, pending)
            return pending

    def change(self, pending: str, change: Callable[[PendingCall], PendingCall]) -> PendingCall:
        """Return the call after `change`, which sees the newest state and may raise to leave it as it is.

        Raises: ControlError when there is no such call.
        """
        with self._exclusive():
            now = change(self.get(pending))
            self._write(self._path(now.id), now)
            return now

    def get(self, pending: str) -> PendingCall:
        """Return the call of that id, or the one whose id starts so. Raises: ControlError when there is not one."""
        names = [path.stem for path in self._paths()]
        begun = [name for name in names if pending and name.startswith(pending)]
        found = [name for name in names if name == pending] or begun
        if len(found) != 1:
            what = f"fits {len(found)} calls: {', '.join(found[:5])}" if found else "is no pending call"
            raise ControlError(f"{pending!r} {what}; `ace calls --all` lists them")
        return _read(self._path(found[0]))

    def all(self) -> tuple[PendingCall, ...]:
        """Return every call, the oldest question first. Raises: ControlError when a file cannot be read."""
        return tuple(sorted((_read(path) for path in self._paths()), key=lambda one: (one.asked, one.id)))

    def _paths(self) -> list[Path]:
        return sorted((self.folder / _FOLDER).glob("p-*.json"))

    def _path(self, pending: str) -> Path:
        return self.folder / _FOLDER / f"{pending}.json"

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        from filelock import FileLock

        try:
            (self.folder / _FOLDER).mkdir(parents=True, exist_ok=True)
            with FileLock(str(self.folder / "pending.lock")):
                yield
        except OSError as exc:
            raise ControlError(f"{self.folder}: pending calls cannot be kept: {exc}") from exc

    def _write(self, path: Path, pending: PendingCall) -> None:
        text = canonical_json(pending.model_dump(mode="json", by_alias=True))
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode("utf-8", "backslashreplace") + b"\n")
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _read(path: Path) -> PendingCall:
    try:
        # Not pydantic's own reader: a model can write lone surrogates, which that one refuses.
        return PendingCall.model_validate(json.loads(path.read_bytes()))
    except (OSError, ValueError) as exc:  # a ValidationError is one
        raise ControlError(f"{path}: a pending call cannot be read ({exc}); restore the file or move it away") from exc
