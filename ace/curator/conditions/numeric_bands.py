"""In which bands of which numbers a failure is common: a fact for whoever writes the condition."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.checks.check import NOT_FOR_RULES
from ace.curator.conditions.decision_table import DecisionTable
from ace.curator.conditions.predicates import names_sample, number_of
from ace.curator.conditions.recorded import recorded_decisions
from ace.curator.conditions.thresholds import rounded
from analyzers.bands import Band, BandSettings, Measure, bands
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_FIELDS = 3
MAX_BANDS_A_FIELD = 2
_LABEL = "failing"


class FieldBand(NamedTuple):
    """A band of a number in which failures are much more, or much less, common than over all ("many", "few").

    From `low` up to `high`, which belongs to it when `includes_high` says so; None is an open end. `failing` of the `n`
    decisions in it failed: `share` (0-1, Wilson 95%). `auc`: how likely a failing decision has the larger number.
    """

    field: str
    low: float | None
    high: float | None
    includes_high: bool
    n: int
    failing: int
    share: float
    share_low: float
    share_high: float
    mark: str
    auc: float

    def to_json(self) -> JsonObject:
        """Return the band as a JSON object, shares and AUC to three digits, its ends to six significant ones."""
        shares = {name: round(float(getattr(self, name)), 3) for name in ("share", "share_low", "share_high", "auc")}
        ends = {
            name: None if end is None else rounded(end, 6) for name, end in (("low", self.low), ("high", self.high))
        }
        return {**self._asdict(), **shares, **ends}


def numeric_bands(
    cited: Sequence[JsonObject], clean: Sequence[JsonObject], fields: Sequence[ContextField]
) -> tuple[FieldBand, ...]:
    """Return the marked bands of up to three numbers that go with failing, those that tell it best first.

    Compared are the cited decisions with the clean ones of the same actions; with none of these there is nothing to
    compare. Up to two bands a field, those with many failures first; none where the AUC may be 0.5.
    """
    if not cited or not clean:
        return ()
    recorded = recorded_decisions(cited, clean)
    if recorded.is_unseen:
        return ()
    table, compared = recorded.table, recorded.is_cited | recorded.alike
    names = [field.path for field in fields if _is_number(field) and _has_numbers(table, compared, field.path)]
    if not names:
        return ()
    rows = [
        {**context, _LABEL: bool(is_cited)}
        for context, is_cited, is_compared in zip(table.contexts, recorded.is_cited, compared, strict=True)
        if is_compared
    ]
    report = bands(rows, _LABEL, names, BandSettings())
    telling = sorted((one for one in report.measures if _tells(one)), key=lambda one: (-_distance(one), one.name))
    return tuple(band for one in telling[:MAX_FIELDS] for band in _marked(one))


def _is_number(field: ContextField) -> bool:
    is_number = isinstance(field.default, int | float) and not isinstance(field.default, bool)
    return is_number and field.path not in NOT_FOR_RULES and not names_sample(field.path)


def _has_numbers(table: DecisionTable, rows: "NDArray[np.bool_]", path: str) -> bool:
    column = table.column(path)
    return any(math.isfinite(number_of(column.values[code])) for code in set(column.codes[rows].tolist()))


def _tells(one: Measure) -> bool:
    return one.auc.value is not None and not one.auc.low <= 0.5 <= one.auc.high and any(band.mark for band in one.bands)


def _distance(one: Measure) -> float:
    return round(abs((one.auc.value or 0.0) - 0.5), 9)


def _marked(one: Measure) -> Iterator[FieldBand]:
    marked = [band for band in one.bands if band.mark]
    marked.sort(key=lambda band: (band.mark != "many", -band.n, _low(band)))
    for band in sorted(marked[:MAX_BANDS_A_FIELD], key=_low):
        low, high, includes_high = band.edges
        share, share_low, share_high = band.share
        assert share is not None
        assert one.auc.value is not None
        yield FieldBand(
            one.name, low, high, includes_high, band.n, band.true, share, share_low, share_high, band.mark,
            one.auc.value,
        )  # fmt: skip


def _low(band: Band) -> float:
    return float("-inf") if band.edges.low is None else band.edges.low
