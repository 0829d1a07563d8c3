"""A file of traces as records: a JSON document, a list, JSON lines, any of them with gzip, or a zip of Inspect's.

What cannot be read is reported, one at a time, with its line and the reason; nothing here raises for what a file holds.
"""

import io
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from runtime.traces.event_json import visible_text
from runtime.traces.formats.byte_source import ByteSource
from runtime.traces.formats.choose_split import choose_split
from runtime.traces.formats.gzip_bytes import GZIP_START, GzipBytes
from runtime.traces.formats.inspect_zip import read_eval_zip
from runtime.traces.formats.json_kind import json_kind
from runtime.traces.formats.sound_json import UnsoundJsonError, read_json_text
from runtime.traces.formats.split_json import Piece
from runtime.traces.formats.transcript import BadRecord, Record

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_BUFFER = 1 << 20
_MESSAGE_FIELDS = frozenset({"content", "tool_calls", "function_call", "refusal"})


def load_records(path: Path, report: Callable[[BadRecord], None]) -> Iterator[Record]:
    """Yield the JSON objects of a file; a bare list of messages is the record {"messages": [...]}.

    A record's line counts from 1; of a list's elements it is the place in the list. `report` is told of each piece that
    is no record (split_json.MAX_RECORD bytes at most), and of each value that had to be changed to be kept.
    """
    place = _Place(visible_text(str(path)), report)
    problem = _not_a_file(path)
    if problem:
        place.tell(0, problem)
        return
    try:
        yield from _opened(path, place)
    except OSError as exc:
        place.tell(place.line, f"cannot be read beyond this: {exc.strerror or exc}")


@dataclass
class _Place:
    """How far a file has been read, and who is told of trouble."""

    file: str
    report: Callable[[BadRecord], None]
    line: int = 0

    def tell(self, line: int, reason: str, what: str = "record") -> None:
        self.report(BadRecord(self.file, line, what, reason))


def _not_a_file(path: Path) -> str:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return "no such file"
    except (OSError, ValueError) as exc:
        return str(exc.strerror if isinstance(exc, OSError) else exc)
    if stat.S_ISDIR(mode):
        return "is a folder; name the files in it"
    return "" if stat.S_ISREG(mode) or stat.S_ISFIFO(mode) else "is a device, not a file"


def _opened(path: Path, place: _Place) -> Iterator[Record]:
    with path.open("rb") as file:
        if path.is_fifo():
            yield from _records(ByteSource(file), place)
            return
        start = file.read(4)
        file.seek(0)
        if start in _ZIP:
            yield from read_eval_zip(path, place.report)
        elif start.startswith(GZIP_START):
            unpacked = GzipBytes(file)
            buffered = io.BufferedReader(unpacked, _BUFFER)
            if buffered.peek(1) or not unpacked.problem:
                yield from _records(ByteSource(buffered), place)
            if unpacked.problem:
                place.tell(place.line, f"cannot be read beyond this: {unpacked.problem}")
        else:
            yield from _records(ByteSource(file), place)


def _records(source: ByteSource, place: _Place) -> Iterator[Record]:
    messages: list[object] = []
    piece = None
    for piece in choose_split(source):
        value = _value(piece, place)
        if value is None:
            continue
        place.line = piece.place
        # A file that is one list of messages is one conversation, however many elements the list has.
        if piece.is_element and _is_message(value) and (messages or piece.place == 1):
            messages.append(value)
        else:
            yield from _as_records(value, piece.place, place)
    if piece is None:
        place.tell(1, "an empty list")
    if messages:
        yield Record({"messages": messages}, place.file, 1)


def _value(piece: Piece, place: _Place) -> object | None:
    if piece.problem:
        place.tell(piece.place, piece.problem)
        return None
    try:
        read = read_json_text(piece.raw)
    except UnsoundJsonError as exc:
        place.tell(piece.place, str(exc))
        return None
    for flaw in read.flaws:
        place.tell(piece.place, flaw, "value")
    if not isinstance(read.value, dict | list):
        place.tell(piece.place, f"a JSON {json_kind(read.value)} instead of an object")
        return None
    return read.value


def _as_records(value: object, line: int, place: _Place) -> Iterator[Record]:
    if isinstance(value, dict):
        yield Record(value, place.file, line)
        return
    elements = value if isinstance(value, list) else []
    if not elements:
        place.tell(line, "an empty list")
    elif any(_is_message(element) for element in elements):
        yield Record({"messages": elements}, place.file, line)
    else:
        for number, element in enumerate(elements, 1):
            if isinstance(element, dict):
                yield Record(element, place.file, line)
            else:
                place.tell(line, f"element {number} of the list is a JSON {json_kind(element)} instead of an object")


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("role"), str) and not _MESSAGE_FIELDS.isdisjoint(value)
