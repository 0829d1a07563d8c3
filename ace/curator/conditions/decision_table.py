"""Recorded decisions by column: what a condition says of each, asked once for each different value it looks at."""

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.rules.evaluate_condition import compile_condition
from runtime.rules.fields_read import fields_read
from runtime.rules.native_condition import compile_native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class _Absent:
    """What stands where a decision has no value; equal to itself alone."""


_ABSENT = _Absent()


class Coded(NamedTuple):
    """A column: `codes` (n rows) number its different values; `first` is a row with each, `values` are they."""

    codes: "NDArray[np.intp]"
    first: tuple[int, ...]
    values: tuple[object, ...]


class DecisionTable:
    """Decisions as columns, one a field. Columns and answers are made when they are first asked for, and kept.

    A condition sees nothing but the fields it reads, so decisions with equal values there get one evaluation, by the
    same code that judges rules: a figure taken from here is the figure the static check finds.
    """

    def __init__(self, contexts: Sequence[JsonObject]) -> None:
        self.contexts = contexts
        self._columns: dict[str, Coded] = {}
        self._objects: dict[str, Sequence[object]] = {"": contexts}
        self._answers: dict[str, tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}

    def column(self, path: str) -> Coded:
        """Return the column at a dotted path; None stands where a decision has nothing there."""
        if path not in self._columns:
            self._columns[path] = _coded(self._values(path))
        return self._columns[path]

    def _values(self, path: str) -> list[object]:
        parent, _, name = path.rpartition(".")
        if parent not in self._objects:
            self._objects[parent] = self._values(parent)
        return [one.get(name, _ABSENT) if isinstance(one, dict) else _ABSENT for one in self._objects[parent]]

    def is_true(self, source: str) -> "NDArray[np.bool_]":
        """Return where the condition `source` is true; an error is not true. Shape: n rows."""
        return self._answer(source)[0]

    def is_false(self, source: str) -> "NDArray[np.bool_]":
        """Return where it is false; an error is not false either. Shape: n rows."""
        return self._answer(source)[1]

    def _answer(self, source: str) -> "tuple[NDArray[np.bool_], NDArray[np.bool_]]":
        import numpy as np

        if source not in self._answers:
            codes, first = self._joined(fields_read(source))
            said = _ask(source, (self.contexts[row] for row in first))
            true = np.fromiter((one is True for one in said), dtype=bool, count=len(said))
            false = np.fromiter((one is False for one in said), dtype=bool, count=len(said))
            self._answers[source] = true[codes], false[codes]
        return self._answers[source]

    def _joined(self, paths: Sequence[str]) -> "tuple[NDArray[np.intp], tuple[int, ...]]":
        """Return codes of the different combinations of values at `paths`, and a row with each."""
        import numpy as np

        if len(paths) == 1:
            codes, first, _ = self.column(paths[0])
            return codes, first
        columns = [self.column(path) for path in paths]
        start = np.zeros(len(self.contexts), dtype=np.intp)
        mixed = reduce(_combined, columns, start)
        _, rows, codes = np.unique(mixed, return_index=True, return_inverse=True)
        return codes, tuple(rows.tolist())


def _combined(codes: "NDArray[np.intp]", column: Coded) -> "NDArray[np.intp]":
    """Return one number a row for both; numbered anew each time, so that they stay small."""
    import numpy as np

    joined: NDArray[np.intp] = np.unique(codes * max(len(column.values), 1) + column.codes, return_inverse=True)[1]
    return joined


def _coded(column: Sequence[object]) -> Coded:
    import numpy as np

    numbers: dict[Hashable, int] = {}
    codes, first = list[int](), list[int]()
    values = list[object]()
    for row, value in enumerate(column):
        code = numbers.setdefault(_key(value), len(numbers))
        if code == len(values):
            first.append(row)
            values.append(None if value is _ABSENT else value)
        codes.append(code)
    return Coded(np.array(codes, dtype=np.intp), tuple(first), tuple(values))


def _key(value: object) -> Hashable:
    """Return what is equal for values no condition can tell apart; to Python 1, 1.0 and True are one, to CEL not."""
    kind = value.__class__
    return (kind, repr(value)) if kind is list or kind is dict else (kind, value)


def _ask(source: str, contexts: Iterable[JsonObject]) -> list[bool | None]:
    """Return what a condition that parses says of each, None for an error. CEL is only compiled where it is needed."""
    native = compile_native(source)
    return [answer if native and (answer := native(one)) is not None else _ask_cel(source, one) for one in contexts]


def _ask_cel(source: str, context: JsonObject) -> bool | None:
    try:
        return compile_condition(source).holds(context)
    except ConditionError:
        return None
