"""A file's bytes cut into the JSON texts of single records: by lines, by list elements, or value after value.

Cutting needs no parsing, so a list of any length is read one element at a time and one bad element spoils no other.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from runtime.traces.formats.byte_source import ByteSource

# Bytes of one record; a longer one is named and not read.
MAX_RECORD = 256 * 1024 * 1024
_CHUNK = 1 << 20
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|["{}\[\],]', re.DOTALL)
_BROKEN = b"..."
_OPENING, _CLOSING = frozenset(b"{["), frozenset(b"}]")


class Piece(NamedTuple):
    """The JSON text of one record; `place` is its line, or its place in the list, from 1.

    `problem`: why there is no text. `is_element`: it stands in a list that is the whole file.
    """

    raw: bytes
    place: int
    problem: str = ""
    is_element: bool = False


def split_lines(source: ByteSource, first: int) -> Iterator[Piece]:
    """Yield each line that is not blank; `first` is the number of the next one."""
    number = first + source.skip_blank()
    while line := source.read_line(MAX_RECORD):
        if len(line) == MAX_RECORD and not line.endswith(b"\n"):
            size = len(line) + source.skip_line()
            yield Piece(b"", number, f"a line of {size} bytes; more than {MAX_RECORD} are not read")
        else:
            yield Piece(line.strip(), number)
        number += 1 + source.skip_blank()


def split_list(source: ByteSource) -> Iterator[Piece]:
    """Yield each element of the JSON list that `source` stands before."""
    while (byte := source.read(1)) and byte != b"[":
        pass
    number, is_closed, ended_by = 0, False, b""
    for piece, ended_by in _cut(source, is_list=True):
        is_closed = ended_by == b"]"
        if len(piece) > MAX_RECORD:
            yield Piece(b"", number + 1, f"more than {MAX_RECORD} bytes; nothing from here on was read")
            return
        if piece.strip():
            number += 1
            yield Piece(piece.strip(), number, is_element=True)
        elif ended_by == b",":
            number += 1
            yield Piece(b"", number, "nothing between two commas")
        if is_closed:
            break
    if not is_closed and ended_by != _BROKEN:  # a broken element tells of itself
        yield Piece(b"", number, "truncated: the list is not closed")
    elif rest := source.read(_CHUNK).strip():
        yield Piece(b"", number, f"the list ends here, and something follows: {rest[:40].decode('utf-8', 'replace')!r}")


def split_values(source: ByteSource, first: int) -> Iterator[Piece]:
    """Yield each whole JSON value where values follow one another, each on as many lines as it takes.

    `first` is the number of the next line; a piece's place is the line it begins on.
    """
    line = first
    for piece, _ in _cut(source, is_list=False):
        place = line + piece[: len(piece) - len(piece.lstrip())].count(b"\n")
        line += piece.count(b"\n")
        if len(piece) > MAX_RECORD:
            yield Piece(b"", place, f"more than {MAX_RECORD} bytes; nothing from here on was read")
            return
        if piece.strip():
            yield Piece(piece.strip(), place)


def _cut(source: ByteSource, is_list: bool) -> Iterator[tuple[bytes, bytes]]:
    """Yield each text with what ended it: a comma, a bracket, the end of the file (nothing) or that within a value."""
    buffer, at, depth = b"", 0, 0
    while True:
        begin, is_in_text = 0, False
        for match in _TOKEN.finditer(buffer, at):
            token = match[0]
            if token == b'"':  # goes on beyond what has been read
                is_in_text = True
                break
            at = match.end()
            depth += (token[0] in _OPENING) - (token[0] in _CLOSING)
            if is_list and (depth < 0 or (depth == 0 and token == b",")):
                if depth < 0:
                    source.put_back(buffer[at:])
                yield buffer[begin : match.start()], token
                if depth < 0:
                    return
                begin = at
            elif not is_list and depth <= 0 and token[0] in _CLOSING:
                yield buffer[begin:at], token
                begin, depth = at, 0
        else:
            at = len(buffer)
        buffer, at = buffer[begin:], at - begin
        more = source.read(max(_CHUNK, len(buffer)))
        if not more or len(buffer) > MAX_RECORD:
            yield buffer, _BROKEN if depth > 0 or is_in_text else b""
            return
        buffer += more
