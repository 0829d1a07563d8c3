"""Content-addressed stores: what tools make, kept under the hash of its bytes."""

import hashlib
import os
import re
import tempfile
from pathlib import Path

from runtime.contracts.errors import TraceError

REF_PREFIX = "artifact://sha256/"
_REF = re.compile(r"artifact://sha256/([0-9a-f]{64})")


def artifact_ref(data: bytes) -> str:
    """Return the reference of `data`: artifact://sha256/<64 hex digits>."""
    return REF_PREFIX + hashlib.sha256(data).hexdigest()


class FileArtifactStore:
    """An ArtifactStore in a folder: `<root>/ab/cd/<hash>`, the media type beside it in `<hash>.type`.

    Writers in several processes may share one folder: a file appears whole or not at all.
    """

    def __init__(self, root: Path) -> None:
        """Use `root`; it is made when the first artifact is stored."""
        self.root = root

    def put(self, data: bytes, media_type: str) -> str:
        """Store `data` durably and return its reference; the first media type given for the same bytes stays.

        Raises: TraceError when the folder cannot be written.
        """
        ref = artifact_ref(data)
        path = self.path(ref)
        try:
            if not path.is_file() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                _write_whole(path, data)
            if not _type_path(path).is_file():
                _write_whole(_type_path(path), media_type.encode())
        except OSError as exc:
            raise TraceError(f"{path}: an artifact cannot be stored: {exc}") from exc
        return ref

    def get(self, ref: str) -> bytes:
        """Return the bytes of `ref`. Raises: TraceError when it is no reference, absent, or its bytes have changed."""
        path = self.path(ref)
        try:
            data = path.read_bytes()
        except OSError as exc:
            raise TraceError(f"{ref}: not in the artifact store {self.root} ({exc.strerror})") from exc
        if artifact_ref(data) != ref:
            raise TraceError(f"{path}: the bytes are not those that were stored; restore the file or run again")
        return data

    def media_type(self, ref: str) -> str:
        """Return the media type `ref` was stored with. Raises: TraceError when it is not in the store."""
        try:
            return _type_path(self.path(ref)).read_text("utf-8")
        except OSError as exc:
            raise TraceError(f"{ref}: no media type in the artifact store {self.root} ({exc.strerror})") from exc

    def path(self, ref: str) -> Path:
        """Return the file that `ref` is kept in, there or not. Raises: TraceError when it is no reference."""
        digest = _digest(ref)
        return self.root / digest[:2] / digest[2:4] / digest


class MemoryArtifactStore:
    """An ArtifactStore in this process, for tests and for runs that keep nothing."""

    def __init__(self) -> None:
        """Start empty."""
        self._items: dict[str, tuple[bytes, str]] = {}

    def put(self, data: bytes, media_type: str) -> str:
        """Store `data` and return its reference; the first media type given for the same bytes stays."""
        ref = artifact_ref(data)
        self._items.setdefault(ref, (bytes(data), media_type))
        return ref

    def get(self, ref: str) -> bytes:
        """Return the bytes of `ref`. Raises: TraceError when it is no reference or absent."""
        return self._item(ref)[0]

    def media_type(self, ref: str) -> str:
        """Return the media type `ref` was stored with. Raises: as `get`."""
        return self._item(ref)[1]

    def _item(self, ref: str) -> tuple[bytes, str]:
        _digest(ref)
        if ref not in self._items:
            raise TraceError(f"{ref}: not in this process's artifact store")
        return self._items[ref]


def _digest(ref: str) -> str:
    # References come out of traces, which strangers write; anything but a hash would name a path of their choice.
    match = _REF.fullmatch(ref)
    if match is None:
        raise TraceError(f"{ref!r} is no artifact reference; expected {REF_PREFIX}<64 hex digits>")
    return match.group(1)


def _type_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.type")


def _write_whole(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
