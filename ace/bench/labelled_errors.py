"""Errors that somebody labelled, from a file: what `ace bench clusters` measures agreement with."""

import csv
import gzip
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, NoReturn

from ace.errors import AceError
from runtime.contracts.json_types import JsonObject

SUFFIXES = (".jsonl", ".jsonl.gz", ".json", ".json.gz", ".csv", ".csv.gz")
# A field of a CSV may be a whole trace.
_MAX_FIELD = 2**30


class Fields(NamedTuple):
    """Which fields to read. `within` and `half_by` are empty when not asked for."""

    error: str
    label: str
    within: str = ""
    half_by: str = ""


class Skipped(NamedTuple):
    """Rows left out for one reason: how many, and the line (or the place in the list) of the first; both from 1."""

    reason: str
    rows: int
    first: int


@dataclass(frozen=True)
class LabelledErrors:
    """Rows that can be used, as columns of one length: error values (text or nested JSON), labels, other fields.

    `within` and `half_by` are empty when they were not asked for.
    """

    errors: tuple[object, ...]
    labels: tuple[str, ...]
    within: tuple[str, ...]
    half_by: tuple[str, ...]
    skipped: tuple[Skipped, ...]

    def rows(self, keep: Iterable[int]) -> "LabelledErrors":
        """Return the rows at these places alone."""
        places = tuple(keep)
        labels, within, half_by = (
            tuple(column[place] for place in places if column) for column in (self.labels, self.within, self.half_by)
        )
        return LabelledErrors(tuple(self.errors[place] for place in places), labels, within, half_by, self.skipped)


def read_labelled_errors(path: Path, fields: Fields) -> LabelledErrors:
    """Return the rows of a .jsonl, .json or .csv file (each also as .gz) that have an error and a label.

    Other rows are counted by reason. Raises: AceError when the file cannot be read, no row can be used, or all usable
    rows have the same label.
    """
    skipped: dict[str, list[int]] = {}
    keys: dict[str, None] = {}
    used: list[JsonObject] = []
    for place, row in _rows(path):
        reason = row if isinstance(row, str) else _fault(row, fields)
        if isinstance(row, dict):
            keys.update(dict.fromkeys(list(row)[:50]))
            if not reason:
                used.append({name: row[name] for name in fields if name})
        if reason:
            skipped.setdefault(reason, []).append(place)
    told = tuple(Skipped(reason, len(places), places[0]) for reason, places in sorted(skipped.items()))
    labels, within, half_by = (tuple(str(row[name]).strip() for row in used if name) for name in fields[1:])
    _refuse_unusable(path, fields, labels, told, list(keys))
    return LabelledErrors(tuple(row[fields.error] for row in used), labels, within, half_by, told)


def skipped_text(skipped: Iterable[Skipped]) -> str:
    """Return one line a reason, empty without any."""
    return "\n".join(f"{item.rows} rows left out: {item.reason} (the first: row {item.first})" for item in skipped)


def _refuse_unusable(
    path: Path, fields: Fields, labels: tuple[str, ...], skipped: tuple[Skipped, ...], keys: list[str]
) -> None:
    if not labels:
        if not skipped:
            raise AceError(f"{path}: holds no rows; give a file with one failure a row")
        there = f"; its fields are {', '.join(map(repr, keys[:20]))}" if keys else ""
        raise AceError(f"{path}: no row can be used{there}\n{skipped_text(skipped)}")
    if len(set(labels)) == 1:
        told = f"\n{skipped_text(skipped)}" if skipped else ""
        raise AceError(
            f"{path}: every {fields.label!r} is {labels[0]!r}; agreement needs at least two different labels{told}"
        )


def _fault(row: Mapping[str, object], fields: Fields) -> str:
    """Why a row cannot be used, empty when it can."""
    for name in filter(None, fields):
        if name not in row:
            return f"no field {name!r}"
        value = row[name]
        if value is None or value in ("", [], {}):
            return f"{name!r} is empty"
        if isinstance(value, float) and not math.isfinite(value):
            return f"{name!r} is not a finite number"
        if name != fields.error and (isinstance(value, dict | list) or str(value).strip().lower() == "nan"):
            return f"{name!r} is not a name"
    return ""


def _rows(path: Path) -> Iterator[tuple[int, JsonObject | str]]:
    """The rows with their place from 1; for one that cannot be read, why."""
    names = path.name.lower().removesuffix(".gz")
    if not path.is_file():
        raise AceError(f"{path}: no such file")
    if names.endswith(".jsonl"):
        return _json_lines(path)
    if names.endswith(".json"):
        return _json_list(path)
    if names.endswith(".csv"):
        return _csv_rows(path)
    raise AceError(f"{path}: of a kind that cannot be read here; give one of {', '.join(SUFFIXES)}")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path) if path.name.lower().endswith(".gz") else path.open("rb") as file:
            yield from file
    except (OSError, EOFError) as exc:
        raise AceError(f"{path}: cannot be read to its end: {exc}") from exc


def _json_lines(path: Path) -> Iterator[tuple[int, JsonObject | str]]:
    for place, line in enumerate(_lines(path), 1):
        if line.strip():
            yield place, _parsed(line.strip())


def _parsed(line: bytes) -> JsonObject | str:
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        return "not UTF-8"
    except RecursionError:
        return "nested too deep"
    except json.JSONDecodeError as exc:
        return f"not JSON: {exc.msg}"
    except ValueError as exc:
        return str(exc)
    return value if isinstance(value, dict) else "not an object"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"holds {name}, which is no JSON")


def _json_list(path: Path) -> Iterator[tuple[int, JsonObject | str]]:
    try:
        values = json.loads(b"".join(_lines(path)).decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as exc:
        raise AceError(f"{path}: not one JSON document: {exc}") from exc
    if not isinstance(values, list):
        raise AceError(f"{path}: holds no list; give a list of objects, or one object a line as .jsonl")
    for place, value in enumerate(values, 1):
        yield place, value if isinstance(value, dict) else "not an object"


def _is_unicode(cells: list[str]) -> bool:
    """False where a byte that was no UTF-8 was kept as an escape."""
    try:
        "".join(cells).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _csv_rows(path: Path) -> Iterator[tuple[int, JsonObject | str]]:
    text = io.TextIOWrapper(
        io.BytesIO(b"".join(_lines(path))), encoding="utf-8-sig", errors="surrogateescape", newline=""
    )
    reader = csv.reader(text, strict=True)
    before = csv.field_size_limit(_MAX_FIELD)
    try:
        header = next(reader, None)
        if header is None:
            return
        for place, cells in enumerate(reader, 2):
            if not cells:
                continue
            if len(cells) != len(header):
                yield place, f"{len(cells)} cells under {len(header)} headings"
            elif not _is_unicode(cells):
                yield place, "not UTF-8"
            else:
                yield place, dict(zip(header, cells, strict=True))
    except csv.Error as exc:
        raise AceError(f"{path}:{reader.line_num}: not CSV: {exc}") from exc
    finally:
        csv.field_size_limit(before)
