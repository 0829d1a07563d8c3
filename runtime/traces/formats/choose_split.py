"""How a file's records are laid out, told from its first lines."""

from collections.abc import Iterator

from runtime.traces.formats.byte_source import ByteSource
from runtime.traces.formats.gzip_bytes import GZIP_START
from runtime.traces.formats.sound_json import UnsoundJsonError, read_json_text, wide_text
from runtime.traces.formats.split_json import MAX_RECORD, Piece, split_lines, split_list, split_values

_BOM = b"\xef\xbb\xbf"
_LINES_LOOKED_AT, _BYTES_LOOKED_AT = 20, 8 << 20
_GOES_ON = (b"{", b"[", b",", b":")


def choose_split(source: ByteSource) -> Iterator[Piece]:
    """Return the pieces of `source`: lines where each is a record, else list elements, else values one after another.

    A first line that is broken does not hide that the others are records. Empty, or no JSON at all: one piece that says
    so.
    """
    blank_lines, first = _first_line(source)
    if not first:
        return iter([Piece(b"", 0, "empty file")])
    rest = _some_lines(source)
    if wide_text(first):
        return iter([Piece(b"", blank_lines + 1, _no_json(first))])
    is_lines = _are_lines(first, rest)
    begins = first.lstrip()[:1]
    source.put_back(first + b"".join(rest))
    if is_lines:
        return split_lines(source, blank_lines + 1)
    if begins == b"[":
        return split_list(source)
    if begins == b"{":
        return split_values(source, blank_lines + 1)
    return iter([Piece(b"", blank_lines + 1, _no_json(first))])


def _first_line(source: ByteSource) -> tuple[int, bytes]:
    """Return how many blank lines come first, and the first that is not blank; empty at the end of the file."""
    start = source.read(len(_BOM))
    while 0 < len(start) < len(_BOM) and (more := source.read(len(_BOM) - len(start))):
        start += more
    source.put_back(start.removeprefix(_BOM))
    return source.skip_blank(), source.read_line(MAX_RECORD)


def _some_lines(source: ByteSource) -> list[bytes]:
    lines: list[bytes] = []
    size = 0
    while len(lines) < _LINES_LOOKED_AT and size < _BYTES_LOOKED_AT:
        line = source.read_line(_BYTES_LOOKED_AT)
        if not line:
            break
        lines.append(line)
        size += len(line)
    return lines


def _are_lines(first: bytes, rest: list[bytes]) -> bool:
    others = [line.strip() for line in rest if line.strip()]
    if _is_record(first.strip()):
        # A list on a single line is a list of records; on one line of several it is a record.
        return bool(others) or not first.lstrip().startswith(b"[")
    sound = sum(_is_record(line) for line in others)
    breaks_off = not first.rstrip().endswith(_GOES_ON)
    return sound * 2 > len(others) or (breaks_off and sound > 0)


def _is_record(line: bytes) -> bool:
    if line[:1] not in (b"{", b"["):
        return False
    try:
        read_json_text(line)
    except UnsoundJsonError:
        return False
    return True


def _no_json(first: bytes) -> str:
    begins = f"begins with {first[:20].decode('utf-8', 'backslashreplace')!r}"
    if wide := wide_text(first):
        return wide
    if first.startswith(GZIP_START):
        return "is packed with gzip twice; unpack it once"
    try:
        read_json_text(first.strip())
    except UnsoundJsonError:
        return f"no JSON: {begins}"
    return f"neither a JSON object nor a list: {begins}"
