"""Lines of JSON: read one by one, each that is no object reported with its number."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from runtime.contracts.errors import SampleError
from runtime.contracts.json_types import JsonObject
from runtime.retrieval.importers.document import Unusable

MAX_LINE_BYTES = 4 * 1024 * 1024


class Line(NamedTuple):
    """One object and its line, counted from 1."""

    number: int
    value: JsonObject


def read_json_lines(path: Path) -> Iterator[Line | Unusable]:
    """Yield the file's objects and what is none; blank lines are nothing. Lines over 4 MiB are refused.

    Raises: SampleError when the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while data := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                if len(data) > MAX_LINE_BYTES and not data.endswith(b"\n"):
                    _skip_line(file)
                    yield Unusable(path, number, f"longer than {MAX_LINE_BYTES} bytes; split it")
                    continue
                if data.strip():
                    yield _parse(path, number, data)
    except OSError as exc:
        raise SampleError(f"{path}: cannot be read ({exc.strerror}); check its permissions") from exc


def _skip_line(file: BinaryIO) -> None:
    while (rest := file.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
        pass


def _parse(path: Path, number: int, data: bytes) -> Line | Unusable:
    try:
        value = json.loads(data.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as exc:
        return Unusable(path, number, f"is not UTF-8 (byte {exc.start})")
    except (ValueError, RecursionError) as exc:
        return Unusable(path, number, f"is not JSON ({type(exc).__name__}: {str(exc)[:80]})")
    if not isinstance(value, dict):
        return Unusable(path, number, f"is {type(value).__name__}, not an object")
    return Line(number, value)
