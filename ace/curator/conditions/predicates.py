"""Tests of one field each, read off the values recorded decisions have there: what a condition is put together from."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.thresholds import best_cut, decimal, rounded
from analyzers.band_edges import quantile_bands
from analyzers.bands import BandSettings
from runtime.contracts.condition_context import ContextField

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind: TypeAlias = Literal["truth", "text", "number", "list", "fields"]
ACTION_FIELDS = ("action.name", "action.kind")
# They say where in an episode a decision is, not what was wrong with it: the last to be chosen.
PROXIES = frozenset({"state.step", "state.errors"})
_MAX_TEXTS = 4
_PER_PART = 0.1
# By how much more a condition must tell for each step of `Predicate.preference`.
_DISLIKED = (0.15, 0.09, 0.06, 0.03)
# A text that is put into a condition comes from a list of known ones, or reads like a plain word or two.
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}")
_NAMES_SAMPLES = re.compile(r"(^|[._])(sample|case|id|trace|run|episode)s?$")


class Predicate(NamedTuple):
    """One test of a field: CEL that is true of the failures (`fails`) and its natural opposite (`holds`)."""

    path: str
    kind: Kind
    fails: str
    holds: str

    @property
    def is_describing(self) -> bool:
        """True when it tells which decisions are meant rather than what an agent could have done before them."""
        return self.path.startswith("episode.") or (self.kind == "text" and self.path.startswith("state."))

    @property
    def cost(self) -> float:
        """What a condition with it must tell better by, than one without: a reviewer reads every part.

        A list of texts is as good as several tests.
        """
        parts = 2 if self.kind == "text" and " in [" in self.fails else 1
        return _PER_PART * parts + sum(by * steps for by, steps in zip(_DISLIKED, self.preference, strict=True))

    @property
    def preference(self) -> tuple[int, int, int, int]:
        """Smaller is better among those that tell as much.

        First what the action itself has wrong, then what could have been done before, then what only describes; last
        of all a mere position in the episode. Of each, what the agent's authors gave a yes or no for, then none or
        some of a number, then the rest.
        """
        is_state = not self.path.startswith("action.")
        plainness = 0 if self.kind == "truth" else 1 if self.is_none_or_some else 2
        return int(self.path in PROXIES), int(self.is_describing), int(is_state), plainness

    @property
    def is_none_or_some(self) -> bool:
        """True for a number that is compared with 0."""
        return self.kind in {"number", "list"} and self.fails.endswith((" 0", " 0.0"))


class _Numbers(NamedTuple):
    """The numbers that failures and others have; neither holds infinity or NaN."""

    failing: "NDArray[np.float64]"
    others: "NDArray[np.float64]"


class Rows(NamedTuple):
    """The rows of a table that are looked at, as masks of all rows: the failures, what they are compared with, and all.

    `clean`: all others that are looked at, of other actions too: they show what could have been done instead.
    """

    failing: "NDArray[np.bool_]"
    others: "NDArray[np.bool_]"
    clean: "NDArray[np.bool_]"


def predicates_of(table: DecisionTable, rows: Rows, fields: Sequence[ContextField]) -> tuple[Predicate, ...]:
    """Return the tests worth trying, each once, in the order of `fields`.

    Text that anybody may write, mappings, and fields that name a sample give none. Thresholds are where the bands of a
    number begin among `rows` (`analyzers.bands`), and where the failures part best from the others when there are many
    (`thresholds.best_cut`), so that no threshold is fitted to single failures.
    """
    usable = [field for field in fields if not names_sample(field.path)]
    found: list[Predicate] = []
    for field in usable:
        default = field.default
        if isinstance(default, bool):
            found += _truth(field.path)
        elif isinstance(default, int | float):
            found += _numbers(field.path, field.path, default, _values(table, rows, field.path))
        elif isinstance(default, str) and field.choices:
            found += _texts(table, rows, field)
        elif isinstance(default, list):
            found += _lists(table, rows, field)
    found += _field_pairs(usable)
    return tuple(dict.fromkeys(found))


def names_sample(path: str) -> bool:
    """True for a field that says which sample it is: a condition on it would be an answer key."""
    return bool(_NAMES_SAMPLES.search(path))


def counted(table: DecisionTable, mask: "NDArray[np.bool_]", path: str) -> Counter[str]:
    """Return how often each text stands at `path` in the rows of `mask`; elements of lists count each once a row."""
    import numpy as np

    column = table.column(path)
    numbers = np.bincount(column.codes[mask], minlength=len(column.values)).tolist()
    out: Counter[str] = Counter()
    for value, number in zip(column.values, numbers, strict=True):
        for text in set(value) if isinstance(value, list) else {value}:
            if isinstance(text, str) and number:
                out[text] += number
    return out


def quoted(texts: Iterable[str]) -> str:
    """Return plain texts as a CEL list."""
    return "[" + ", ".join(f'"{text}"' for text in sorted(texts)) + "]"


def _truth(path: str) -> Iterator[Predicate]:
    yield Predicate(path, "truth", path, f"!{path}")
    yield Predicate(path, "truth", f"!{path}", path)


def _texts(table: DecisionTable, rows: Rows, field: ContextField) -> Iterator[Predicate]:
    path = field.path
    known = [text for text in field.choices if not set(text) & set('"\\\n')]
    failing, others = (
        Counter({text: number for text, number in counted(table, mask, path).items() if text in known})
        for mask in (rows.failing, rows.clean)
    )
    for text in sorted(failing):
        yield Predicate(path, "text", f'{path} == "{text}"', f'{path} != "{text}"')
    for text in sorted(others):
        yield Predicate(path, "text", f'{path} != "{text}"', f'{path} == "{text}"')
    common = [text for text, number in failing.items() if number >= 0.05 * failing.total()]
    if 2 <= len(common) <= _MAX_TEXTS and len(common) < len(failing | others):
        listed = f"{path} in {quoted(common)}"
        yield Predicate(path, "text", listed, f"!({listed})")


def _lists(table: DecisionTable, rows: Rows, field: ContextField) -> Iterator[Predicate]:
    path = field.path
    for text in sorted(counted(table, rows.failing | rows.others, path)):
        if _PLAIN.fullmatch(text) and (text in field.choices or not field.choices):
            within = f'"{text}" in {path}'
            yield Predicate(path, "list", within, f"!({within})")
            yield Predicate(path, "list", f"!({within})", within)
    sizes = _values(table, rows, path, of_lists=True)
    yield from (one._replace(kind="list") for one in _numbers(path, f"size({path})", 0, sizes))


def _values(table: DecisionTable, rows: Rows, path: str, *, of_lists: bool = False) -> _Numbers:
    """Return the numbers at `path`, or the lengths of the lists there, in the rows looked at."""
    import numpy as np

    column = table.column(path)
    numbers = [len(value) if of_lists and isinstance(value, list) else number_of(value) for value in column.values]
    known = np.array(numbers, dtype=np.float64)
    failing, others = (known[column.codes[mask]] for mask in (rows.failing, rows.others))
    return _Numbers(failing[np.isfinite(failing)], others[np.isfinite(others)])


def number_of(value: object) -> float:
    """Return the number `value` is, NaN for everything else; true and false are no numbers."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")


def _numbers(path: str, what: str, default: float, numbers: _Numbers) -> Iterator[Predicate]:
    import numpy as np

    values = np.concatenate(numbers)
    if not len(values):
        return
    lowest = float(values.min())
    write = _whole if isinstance(default, int) else decimal
    for low in _lows(numbers, values, is_whole=isinstance(default, int)):
        # The band's values and larger ones, or the smaller ones; a whole number reads better as "more than".
        if low > lowest:
            below = f"<= {write(low - 1)}" if isinstance(default, int) else f"< {write(low)}"
            from_low = f"> {write(low - 1)}" if isinstance(default, int) else f">= {write(low)}"
            below = "== 0" if below == "<= 0" and lowest >= 0 else below
            yield Predicate(path, "number", f"{what} {from_low}", f"{what} {below}")
            yield Predicate(path, "number", f"{what} {below}", f"{what} {from_low}")
    if lowest == 0 and isinstance(default, float):
        yield Predicate(path, "number", f"{what} == 0.0", f"{what} > 0.0")


def _lows(numbers: _Numbers, values: "NDArray[np.float64]", *, is_whole: bool) -> list[float]:
    """Return the thresholds, the smallest first: where a band begins, and where the failures part best."""
    settings = BandSettings()
    lows = {1.0} if is_whole and values.min() == 0 and values.any() else set()
    begins = [edges.low for edges in quantile_bands(values, settings.bands, settings.own_share)]
    lows |= {low if is_whole else rounded(low) for low in begins if low is not None}
    cut = best_cut(*numbers)
    if cut is not None:
        lows.add(float(math.ceil(cut)) if is_whole else cut)
    return sorted(lows)


def _whole(number: float) -> str:
    return str(round(number))


def _field_pairs(fields: Sequence[ContextField]) -> Iterator[Predicate]:
    """Compare the action with the state: the same name as a text or in a list there, a number with its namesake."""
    for one in fields:
        if not one.path.startswith("action."):
            continue
        for other in fields:
            if other.path.startswith("state."):
                yield from _pair(one, other)


def _pair(one: ContextField, other: ContextField) -> Iterator[Predicate]:
    a, b = one.path, other.path
    if isinstance(one.default, str) and set(one.choices) & set(other.choices) - {""}:
        same = f"{a} == {b}" if isinstance(other.default, str) else f"{a} in {b}"
        differs = f"{a} != {b}" if isinstance(other.default, str) else f"!({a} in {b})"
        yield Predicate(a, "fields", same, differs)
        yield Predicate(a, "fields", differs, same)
    elif type(one.default) is type(other.default) is int and a.rpartition(".")[2] == b.rpartition(".")[2]:
        yield Predicate(a, "fields", f"{a} > {b} + 1", f"{a} <= {b} + 1")
        yield Predicate(a, "fields", f"{a} <= {b}", f"{a} > {b}")
        yield Predicate(a, "fields", f"{a} > {b}", f"{a} <= {b}")
