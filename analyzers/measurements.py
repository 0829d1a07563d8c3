"""Rows that others measured and labelled, read into one column a measurement; what is no number is counted."""

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

OddKind: TypeAlias = Literal["nan", "infinite", "text", "other"]
ODD_KINDS: tuple[OddKind, ...] = ("nan", "infinite", "text", "other")
MAX_LISTED = 5
MAX_COLUMNS = 1000
_FIRST_ROWS = 20
_TRUE, _FALSE = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})


class MeasurementError(ValueError):
    """The rows cannot be read as asked; str() says what, where, what to do."""


class Odd(NamedTuple):
    """A value that is no number: the row it stands in, counted from 1, its kind, and how it reads."""

    row: int
    kind: str
    shown: str


@dataclass
class Column:
    """One measurement as it is read: finite values with their labels beside them, and what was no number."""

    values: "array[float]" = field(default_factory=lambda: array("d"))
    labels: bytearray = field(default_factory=bytearray)
    counts: Counter[OddKind] = field(default_factory=Counter)
    odd: list[Odd] = field(default_factory=list)

    @property
    def present(self) -> int:
        """Rows with something in this field."""
        return len(self.labels) + self.counts.total()


@dataclass
class Columns:
    """All that was read. `rows` have a label that can be used, `true` of them are true.

    `fields`: the names in the first rows, for saying what there is.
    """

    rows: int
    true: int
    odd_labels: int
    odd_label_examples: tuple[Odd, ...]
    by_name: dict[str, Column]
    fields: tuple[str, ...]


def read_label(value: object) -> bool | None:
    """Return the label: true/false, 1/0, "yes"/"no" and their like; None for anything else."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return bool(value) if value in (0, 1) else None
    text = value.strip().lower() if isinstance(value, str) else ""
    return True if text in _TRUE else False if text in _FALSE else None


def field_value(row: Mapping[str, object], name: str) -> object:
    """Return what `name` holds: a key of that very name, else a dotted path into objects; None when absent."""
    if name in row:
        return row[name]
    node: object = row
    for part in name.split("."):
        if not isinstance(node, Mapping) or part not in node:
            return None
        node = node[part]
    return node


def read_columns(rows: Iterable[Mapping[str, object]], label: str, measures: Sequence[str]) -> Columns:
    """Return one column a measure, in one pass; without `measures` one for every field that holds a number.

    Raises: MeasurementError when no row has a label that can be used, or more rows hold something else there than a
    label, or more than 1,000 fields are found.
    """
    by_name: dict[str, Column] = {name: Column() for name in measures}
    usable = true = 0
    strange: Counter[str] = Counter()
    examples: list[Odd] = []
    names: dict[str, None] = {}
    for number, row in enumerate(rows, 1):
        if number <= _FIRST_ROWS:
            names |= dict.fromkeys(name for name, _ in _leaves(row))
        value = field_value(row, label)
        is_true = read_label(value)
        if is_true is None:
            strange["missing" if value is None else "other"] += 1
            if len(examples) < MAX_LISTED:
                examples.append(Odd(number, "missing" if value is None else "label", _shown(value)))
            continue
        usable += 1
        true += is_true
        found = ((name, field_value(row, name)) for name in measures) if measures else _leaves(row)
        for name, item in found:
            if item is None or name == label:
                continue
            if name not in by_name:
                by_name[name] = _new_column(by_name)
            _put(by_name[name], item, number, is_true)
    # A field that hardly ever reads as a label is the wrong field, not a field with gaps.
    if not usable or strange["other"] > usable:
        raise MeasurementError(_no_label(label, strange, examples, names))
    return Columns(usable, true, strange.total(), tuple(examples), by_name, tuple(names))


def _new_column(known: Mapping[str, Column]) -> Column:
    if len(known) >= MAX_COLUMNS:
        raise MeasurementError(f"more than {MAX_COLUMNS:,} different fields; name those to look at with --measure")
    return Column()


def _put(column: Column, value: object, row: int, is_true: bool) -> None:
    kind: OddKind
    if isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:  # a whole number of hundreds of digits
            number = math.inf
        if math.isfinite(number):
            column.values.append(number)
            column.labels.append(is_true)
            return
        kind = "nan" if math.isnan(number) else "infinite"
    else:
        kind = "text" if isinstance(value, str) else "other"
    column.counts[kind] += 1
    if len(column.odd) < MAX_LISTED:
        column.odd.append(Odd(row, kind, _shown(value)))


def _leaves(row: Mapping[str, object], prefix: str = "", depth: int = 0) -> Iterable[tuple[str, object]]:
    for key, value in row.items():
        if isinstance(value, Mapping) and depth < 8:
            yield from _leaves(value, f"{prefix}{key}.", depth + 1)
        elif not isinstance(value, list | tuple):
            yield f"{prefix}{key}", value


def _no_label(label: str, strange: Mapping[str, int], examples: Sequence[Odd], names: Iterable[str]) -> str:
    if not examples:
        return "there is no row to read"
    if strange.get("other"):
        bad = next((one for one in examples if one.kind == "label"), None)
        reads = f" (row {bad.row}: {bad.shown!r})" if bad else ""
        count = f"in {strange['other']:,} rows `{label}` is neither true nor false"
        return f"{count}{reads}; give a field of true/false, 1/0 or yes/no"
    return f"no row has a field `{label}`; {near(label, names)}"


def near(name: str, known: Iterable[str]) -> str:
    """Return what to use instead of an unknown field: the nearest, else the first ten there are."""
    from difflib import get_close_matches

    names = [one for one in known if one != name]
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    close = close or [one for one in names if one.rpartition(".")[2] == name.rpartition(".")[2]][:1]
    if close:
        return f"did you mean `{close[0]}`?"
    return f"there are: {', '.join(names[:10])}{' ...' if len(names) > 10 else ''}" if names else "the rows are empty"


def _shown(value: object) -> str:
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:  # a whole number too long to be written
        text = "a very large number"
    return text if len(text) <= 40 else f"{text[:40]}..."
