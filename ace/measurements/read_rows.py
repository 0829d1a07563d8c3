"""Rows of a table in a file: JSON lines, a JSON list or CSV, plain or .gz, one row at a time."""

import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Literal, NamedTuple, TypeAlias

from ace.errors import AceError
from runtime.contracts.json_types import JsonObject

MAX_LINE = 16 * 2**20
MAX_DOCUMENT = 512 * 2**20
TableFormat: TypeAlias = Literal["jsonl", "json", "csv"]
_ENDINGS: dict[str, TableFormat] = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv"}


class BadRow(NamedTuple):
    """A row that could not be read: its line (of a list: its place), counted from 1, and why."""

    line: int
    reason: str


class Row(NamedTuple):
    """A row's fields, and its line (of a list: its place), counted from 1."""

    line: int
    fields: JsonObject


def read_rows(path: Path, report: Callable[[BadRow], None], has_numbers: bool = True) -> Iterator[Row]:
    """Yield the rows of `path`; each that cannot be read goes to `report` and is left out.

    A JSON document is a list of rows, or an object with one such list in it; it is read whole, up to 512 MB, lines one
    at a time. In CSV an empty field is missing, and one that reads as a number is one unless `has_numbers` is False.
    Raises: AceError when the file cannot be opened or is no table at all.
    """
    try:
        with _opened(path) as stream:
            kind = _format(path, stream)
            if kind == "csv":
                yield from _read_csv(path, stream, report, has_numbers)
            else:
                yield from (_read_json if kind == "json" else _read_jsonl)(path, stream, report)
    except gzip.BadGzipFile as exc:
        raise AceError(f"{path}: not a gzip file ({exc}); take .gz off its name or get the file again") from exc
    except OSError as exc:
        raise AceError(f"{path}: cannot be read ({exc.strerror or exc}); name a JSONL, JSON or CSV file") from exc


def _opened(path: Path) -> IO[bytes]:
    if path.suffix == ".gz":
        return io.BufferedReader(gzip.open(path, "rb"))
    return path.open("rb")


def _format(path: Path, stream: IO[bytes]) -> TableFormat:
    ending = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
    named = _ENDINGS.get(ending.lower())
    if named == "csv":
        return named
    assert isinstance(stream, io.BufferedReader)
    try:
        start = stream.peek(64)[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    except (EOFError, zlib.error) as exc:
        raise AceError(f"{path}: the compressed data are damaged ({exc}); get the file again") from exc
    # What the file holds counts for more than its name: a .json of one object a line is common.
    if start.startswith(b"["):
        return "json"
    if named != "json" and start.startswith(b"{"):
        return "jsonl"
    return named or "csv"


def _lines(stream: IO[bytes], report: Callable[[BadRow], None]) -> Iterator[tuple[int, bytes]]:
    """Yield (line number, line); one that is too long is reported, and so is an end that comes too early."""
    number = 0
    while True:
        try:
            line = stream.readline(MAX_LINE)
            number += bool(line)
            is_long = len(line) == MAX_LINE and not line.endswith(b"\n")
            while is_long and (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
        except (EOFError, zlib.error) as exc:
            report(BadRow(number + 1, f"the compressed data end too early or are damaged ({exc}); the rest is lost"))
            return
        if not line:
            return
        if is_long:
            report(BadRow(number, f"longer than {MAX_LINE // 2**20} MB"))
        else:
            yield number, line


def _read_jsonl(path: Path, stream: IO[bytes], report: Callable[[BadRow], None]) -> Iterator[Row]:
    for number, line in _lines(stream, report):
        if line.strip():
            yield from _as_row(number, _parsed(line), report)


def _read_json(path: Path, stream: IO[bytes], report: Callable[[BadRow], None]) -> Iterator[Row]:
    try:
        # A file named .json that holds one object a line is common.
        is_lines = isinstance(_parsed(stream.readline(MAX_LINE)), dict) and bool(stream.readline(MAX_LINE).strip())
        stream.seek(0)
        data = b"" if is_lines else stream.read(MAX_DOCUMENT + 1)
    except (EOFError, zlib.error) as exc:
        raise AceError(f"{path}: the compressed data are damaged ({exc}); get the file again") from exc
    if is_lines:
        yield from _read_jsonl(path, stream, report)
        return
    if len(data) > MAX_DOCUMENT:
        raise AceError(f"{path}: larger than {MAX_DOCUMENT // 2**20} MB; write it as JSON lines (.jsonl)")
    value = _parsed(data)
    if isinstance(value, BadRow):
        raise AceError(f"{path}: {value.reason}; give a list of objects, or one object a line")
    if isinstance(value, dict):
        value = _only_list(value)
    if not isinstance(value, list):
        raise AceError(f"{path}: holds no list of rows; give a list of objects, or one object a line (.jsonl)")
    for number, row in enumerate(value, 1):
        yield from _as_row(number, row, report)


def _only_list(value: JsonObject) -> object:
    """Return the one list of objects that `value` holds, {"rows": [...]}, None when there is none or more than one."""
    lists = [item for item in value.values() if isinstance(item, list) and any(isinstance(row, dict) for row in item)]
    return lists[0] if len(lists) == 1 else None


def _parsed(data: bytes) -> object:
    """Return the JSON value in `data`, NaN and infinity included, or why there is none."""
    import orjson

    data = data.removeprefix(b"\xef\xbb\xbf")  # a byte order mark is no part of the value
    try:
        return orjson.loads(data)
    except ValueError:
        pass  # slower, and knows NaN and numbers of any size
    try:
        return json.loads(data)
    except RecursionError:
        return BadRow(0, "nested too deeply")
    except UnicodeDecodeError as exc:
        return BadRow(0, f"not UTF-8 (byte {exc.start})")
    except ValueError as exc:
        return BadRow(0, f"not JSON ({exc})")


def _as_row(number: int, value: object, report: Callable[[BadRow], None]) -> Iterator[Row]:
    if isinstance(value, dict):
        yield Row(number, value)
    elif isinstance(value, BadRow):
        report(BadRow(number, value.reason))
    else:
        report(BadRow(number, f"a {type(value).__name__} instead of an object with fields"))


def _read_csv(path: Path, stream: IO[bytes], report: Callable[[BadRow], None], has_numbers: bool) -> Iterator[Row]:
    value = _csv_value if has_numbers else _csv_text
    reader = csv.reader(_text_lines(stream, report))
    try:
        head = next(reader, [])
    except csv.Error as exc:
        raise AceError(f"{path}: not CSV ({exc}); give a JSONL, JSON or CSV file") from exc
    names = [name.strip() for name in head]
    if len(set(names)) < len(names) or not names:
        twice = next((name for name in names if names.count(name) > 1), "")
        reason = f"column {twice!r} stands twice in the first line" if names else "there is no row"
        raise AceError(f"{path}: {reason}; give each column a name of its own in the first line")
    while True:
        try:
            row = next(reader, None)
        except csv.Error as exc:
            report(BadRow(reader.line_num, f"not CSV ({exc})"))
            continue
        if row is None:
            return
        if row and len(row) != len(names):
            report(BadRow(reader.line_num, f"{len(row)} fields, but the first line names {len(names)}"))
        elif row:
            yield Row(reader.line_num, {name: value(text) for name, text in zip(names, row, strict=True)})


def _text_lines(stream: IO[bytes], report: Callable[[BadRow], None]) -> Iterator[str]:
    for number, line in _lines(stream, report):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as exc:
            report(BadRow(number, f"not UTF-8 (byte {exc.start})"))
            yield "\n"  # an empty line, so that line numbers stay right


def _csv_text(text: str) -> object:
    return text.strip() or None


def _csv_value(text: str) -> object:
    text = text.strip()
    if not text:
        return None
    try:
        # Python also reads 1_000 as a number; nobody else does.
        return float(text) if "_" not in text else text
    except ValueError:
        return text
