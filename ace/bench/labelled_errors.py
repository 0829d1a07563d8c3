"""Errors that somebody labelled, from a file: what `ace bench clusters` measures agreement with."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError
from ace.measurements.read_rows import BadRow, read_rows
from runtime.contracts.json_types import JsonObject


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
    """Return the rows of a JSONL, JSON or CSV file (each also as .gz) that have an error and a label.

    Other rows are counted by reason. Raises: AceError as `read_rows`, or when no row can be used or all usable rows
    have the same label.
    """
    skipped: dict[str, list[int]] = {}
    keys: dict[str, None] = {}
    used: list[JsonObject] = []

    def leave_out(row: BadRow) -> None:
        # Where in the row it went wrong differs each time; rows are counted by what went wrong.
        skipped.setdefault(row.reason.split(" (")[0], []).append(row.line)

    for place, row in read_rows(path, leave_out, has_numbers=False):
        keys.update(dict.fromkeys(list(row)[:50]))
        if reason := _fault(row, fields):
            leave_out(BadRow(place, reason))
        else:
            used.append({name: row[name] for name in fields if name})
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
