"""Inspect's .eval files: a zip of a header and one entry for each sample, as records with one sample each."""

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import IO, Protocol, cast

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.event_json import visible_text
from runtime.traces.formats.json_kind import json_kind
from runtime.traces.formats.sound_json import UnsoundJsonError, read_json_text
from runtime.traces.formats.split_json import MAX_RECORD
from runtime.traces.formats.transcript import BadRecord, Record

_ZSTD = 93
_CHUNK = 1 << 20
_HEADERS = ("header.json", "_journal/start.json")
_NO_ZSTD = (
    "is compressed with zstd, which this Python cannot read: `pip install zstandard`, "
    "or write the log as JSON with `inspect log convert --to json`"
)


class _Entry(Exception):
    """An entry that cannot be read; str() says why."""


class _Zstd(Protocol):
    """What is used of the zstandard package."""

    def stream_reader(self, source: IO[bytes], read_across_frames: bool) -> IO[bytes]:
        """Return what reads the decompressed bytes of every frame."""


def read_eval_zip(path: Path, report: Callable[[BadRecord], None]) -> Iterator[Record]:
    """Yield the log with one sample at a time; a record's line is the sample's place in the file, from 1.

    An entry that is broken, not JSON, or holds more than split_json.MAX_RECORD bytes is reported and passed over.
    """
    file = visible_text(str(path))

    def bad(line: int, what: str, reason: str) -> None:
        report(BadRecord(file, line, what, reason))

    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError) as exc:
        bad(0, "record", f"is no zip that can be read: {exc}")
        return
    with archive, path.open("rb") as raw:
        names = list(dict.fromkeys(archive.namelist()))  # of an entry written twice the later one counts
        head = _header(archive, raw, names, bad)
        samples = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
        if not samples:
            bad(0, "record", "is a zip without samples/*.json; not a .eval log, or one that was never finished")
        for number, name in enumerate(samples, 1):
            sample = _read(archive, raw, name, number, bad)
            if sample is not None:
                yield Record({**head, "samples": [sample]}, file, number)


def _header(
    archive: zipfile.ZipFile, raw: IO[bytes], names: list[str], bad: Callable[[int, str, str], None]
) -> JsonObject:
    for name in _HEADERS:
        head = _read(archive, raw, name, 0, bad) if name in names else None
        if head is not None:
            return {"status": "started", **{key: head[key] for key in ("version", "status", "eval") if key in head}}
    bad(0, "header.json", "is missing; task and model are unknown")
    return {"status": "unknown", "eval": {}}


def _read(
    archive: zipfile.ZipFile, raw: IO[bytes], name: str, line: int, bad: Callable[[int, str, str], None]
) -> JsonObject | None:
    try:
        sound = read_json_text(_bytes(archive, raw, archive.getinfo(name)))
    except (_Entry, UnsoundJsonError) as exc:
        bad(line, name, str(exc))
        return None
    for flaw in sound.flaws:
        bad(line, name, flaw)
    if not isinstance(sound.value, dict):
        bad(line, name, f"holds a JSON {json_kind(sound.value)} instead of an object")
        return None
    return as_object(sound.value)


def _bytes(archive: zipfile.ZipFile, raw: IO[bytes], entry: zipfile.ZipInfo) -> bytes:
    """Return an entry's bytes, never more than MAX_RECORD whatever its header says. Raises: _Entry."""
    try:
        with archive.open(entry) as stream:
            return _bounded(stream)
    except NotImplementedError:
        if entry.compress_type != _ZSTD:
            raise _Entry(f"is compressed with method {entry.compress_type}, which cannot be read") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as exc:
        raise _Entry(f"cannot be read: {exc}") from exc
    try:
        zstandard = import_module("zstandard")
    except ImportError:
        raise _Entry(_NO_ZSTD) from None
    try:
        _to_the_data(raw, entry)
        decompressor = cast(_Zstd, zstandard.ZstdDecompressor(max_window_size=_CHUNK * 128))
        content = _bounded(decompressor.stream_reader(cast(IO[bytes], _Part(raw, entry.compress_size)), True))
    except (zstandard.ZstdError, OSError, struct.error) as exc:
        raise _Entry(f"cannot be read: {exc}") from exc
    if zlib.crc32(content) != entry.CRC:
        raise _Entry("is damaged: its checksum does not fit")
    return content


class _Part:
    """The next `left` bytes of a file, as a stream."""

    def __init__(self, raw: IO[bytes], left: int) -> None:
        self._raw = raw
        self._left = left

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes of the part, empty at its end."""
        data = self._raw.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return data


def _to_the_data(raw: IO[bytes], entry: zipfile.ZipInfo) -> None:
    raw.seek(entry.header_offset + 26)
    name_size, extra_size = struct.unpack("<HH", raw.read(4))
    raw.seek(name_size + extra_size, 1)


def _bounded(stream: IO[bytes]) -> bytes:
    out = bytearray()
    while chunk := stream.read(_CHUNK):
        out += chunk
        if len(out) > MAX_RECORD:
            raise _Entry(f"holds more than {MAX_RECORD} bytes; not read")
    return bytes(out)
