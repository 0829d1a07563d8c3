"""Artifacts that nothing here refers to any more."""

import re
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

_HASH = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
# An artifact is stored before the event that names it is written; a session with a person holds no lock.
MIN_AGE_S = 24 * 3600.0
_CHUNK = 1 << 20
# Longer than a hash, so that one which lies across two chunks is seen.
_OVERLAP = 128


class Artifact(NamedTuple):
    """One artifact and its media type beside it. Units: size in bytes, of both."""

    path: Path
    size: int


def loose_artifacts(state: Path, without: Collection[Path], now: float | None = None) -> tuple[Artifact, ...]:
    """Return the artifacts below `state`/artifacts that no file below `state` names, the folders `without` left out.

    What an artifact names that is kept is kept too. Every hash of 64 digits counts as a name, whatever stands around
    it. Those younger than a day are left alone. Units: now in seconds since 1970.
    """
    store = state / "artifacts"
    files = {path.name: path for path in store.glob("??/??/*") if len(path.name) == 64}
    named = set()
    waiting = list(_files(state, {store, *without}))
    while waiting:
        for name in _hashes(waiting.pop()):
            if name not in named and name in files:
                named.add(name)
                waiting.append(files[name])
    oldest = (time.time() if now is None else now) - MIN_AGE_S
    loose = [path for name, path in sorted(files.items()) if name not in named and path.stat().st_mtime < oldest]
    return tuple(Artifact(path, path.stat().st_size + _size(type_path(path))) for path in loose)


def type_path(path: Path) -> Path:
    """Return where the media type of the artifact at `path` is."""
    return path.with_name(f"{path.name}.type")


def _files(folder: Path, without: Collection[Path]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path in without or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path, without)
        else:
            yield path


def _hashes(path: Path) -> Iterator[str]:
    rest = b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            data = rest + chunk
            yield from (found.group().decode("ascii") for found in _HASH.finditer(data))
            rest = data[-_OVERLAP:]


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
