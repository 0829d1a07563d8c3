"""How well measurements tell true cases from false, band by band."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from analyzers.auc import auc
from analyzers.band_edges import Edges, cut_bands, quantile_bands
from analyzers.intervals import Interval, wilson
from analyzers.measurements import ODD_KINDS, Column, Columns, MeasurementError, Odd, near, read_columns
from runtime.contracts.json_types import JsonObject

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Mark: TypeAlias = Literal["", "few", "many"]
MAX_BANDS = 50


@dataclass(frozen=True)
class BandSettings:
    """How bands are made: `bands` of about equal size, or between `cuts`.

    `own_share`: a value so many cases have (0-1) is a band of its own. `purer_by`: how many times purer than all cases
    a band must be to be marked, its whole interval. Raises: ValueError for settings that cannot be used.
    """

    bands: int = 5
    cuts: tuple[float, ...] = ()
    own_share: float = 0.1
    purer_by: float = 2.0

    def __post_init__(self) -> None:
        if not 2 <= self.bands <= MAX_BANDS:
            raise ValueError(f"{self.bands} bands: give 2 to {MAX_BANDS}")
        if not 0 < self.own_share <= 1 or not self.purer_by > 1:
            raise ValueError("own_share lies in (0, 1], purer_by above 1")
        if self.cuts:
            cut_bands(self.cuts)


@dataclass(frozen=True)
class Band:
    """One band: its cases, how many are true, that share (0-1, Wilson 95%).

    `mark`: "few" when the share's whole interval is at most the base rate over `purer_by`; "many" when it is at least
    the base rate times that, or the share of false ones is at most theirs over that.
    """

    edges: Edges
    n: int
    true: int
    share: Interval
    mark: Mark

    def to_json(self) -> JsonObject:
        """Return the band as a JSON object; an open end is null."""
        low, high, includes_high = self.edges
        share, share_low, share_high = self.share
        return {
            "low": low,
            "high": high,
            "includes_high": includes_high,
            "is_point": self.edges.is_point,
            "n": self.n,
            "true": self.true,
            "share": share,
            "share_low": share_low,
            "share_high": share_high,
            "mark": self.mark,
        }


@dataclass(frozen=True)
class Measure:
    """One measurement over the rows with a label: `n` numbers, and what the other rows hold instead.

    `auc`: chance that a true case has the larger number, as is (below 0.5: smaller numbers go with true).
    `odd`: the first few values that are no finite number; `counts` has all of them by kind.
    """

    name: str
    n: int
    true: int
    missing: int
    counts: Mapping[str, int]
    odd: tuple[Odd, ...]
    auc: Interval
    bands: tuple[Band, ...]

    def to_json(self) -> JsonObject:
        """Return the measurement as a JSON object; bounds are null where there is no AUC."""
        area, low, high = self.auc
        return {
            "name": self.name,
            "n": self.n,
            "true": self.true,
            "missing": self.missing,
            **self.counts,
            "odd": [odd._asdict() for odd in self.odd],
            "auc": area,
            "auc_low": None if area is None else low,
            "auc_high": None if area is None else high,
            "bands": [band.to_json() for band in self.bands],
        }


@dataclass(frozen=True)
class BandReport:
    """All measurements. `n` rows have a label, `true` of them are true; `odd_labels` rows have none of use."""

    label: str
    n: int
    true: int
    odd_labels: int
    odd_label_examples: tuple[Odd, ...]
    measures: tuple[Measure, ...]
    settings: BandSettings

    def to_json(self) -> JsonObject:
        """Return the report as a JSON object."""
        labels: JsonObject = {
            "label": self.label,
            "odd_labels": self.odd_labels,
            "odd_label_examples": [odd._asdict() for odd in self.odd_label_examples],
        }
        return {
            "data": {"n": self.n, "true": self.true, **labels},
            "intervals": {"auc": "Newcombe 2006, method 5", "share": "Wilson 1927", "level": 0.95},
            "measures": [measure.to_json() for measure in self.measures],
        }


def bands(
    rows: Iterable[Mapping[str, object]], label: str, measures: Sequence[str], settings: BandSettings
) -> BandReport:
    """Return AUC and bands of `measures` against `label`, which is true or false; names may be dotted paths.

    Rows are read once and not kept: a number costs nine bytes. Without `measures` every field that holds a number is
    one, in the order they appear. true and false count as 1 and 0.
    Raises: MeasurementError when the label or a measure is in no row, or a measure is never a number or the label.
    """
    columns = read_columns(rows, label, tuple(dict.fromkeys(measures)))
    for name in measures:
        _refuse_unusable(name, label, columns)
    made = [_measure(name, column, columns.rows, settings) for name, column in columns.by_name.items() if column.values]
    if not made:
        raise MeasurementError(f"no field beside `{label}` holds a number; name measures with --measure")
    return BandReport(
        label, columns.rows, columns.true, columns.odd_labels, columns.odd_label_examples, tuple(made), settings
    )


def _refuse_unusable(name: str, label: str, columns: Columns) -> None:
    if name == label:
        raise MeasurementError(f"`{name}` is the label itself; name another field to measure it by")
    column = columns.by_name[name]
    if not column.present:
        raise MeasurementError(f"no row with a label has a field `{name}`; {near(name, columns.fields)}")
    if not column.values:
        first = column.odd[0]
        raise MeasurementError(f"`{name}` is never a number (row {first.row}: {first.shown!r}); name another field")


def _measure(name: str, column: Column, rows: int, settings: BandSettings) -> Measure:
    import numpy as np

    values = np.frombuffer(column.values, dtype=np.float64)
    labels = np.frombuffer(column.labels, dtype=np.uint8).astype(bool)
    chosen = settings.cuts
    edges = cut_bands(chosen) if chosen else quantile_bands(values, settings.bands, settings.own_share)
    base = float(labels.mean())
    return Measure(
        name=name,
        n=len(values),
        true=int(np.count_nonzero(labels)),
        missing=rows - column.present,
        counts={kind: column.counts[kind] for kind in ODD_KINDS},
        odd=tuple(column.odd),
        auc=auc(values, labels),
        bands=tuple(_band(one, values, labels, base, settings.purer_by) for one in edges),
    )


def _band(
    edges: Edges, values: "NDArray[np.float64]", labels: "NDArray[np.bool_]", base: float, purer_by: float
) -> Band:
    import numpy as np

    inside = np.ones(len(values), dtype=bool)
    if edges.low is not None:
        inside &= values >= edges.low
    if edges.high is not None:
        inside &= (values <= edges.high) if edges.includes_high else (values < edges.high)
    n, true = int(np.count_nonzero(inside)), int(np.count_nonzero(labels[inside]))
    share = wilson(true, n)
    return Band(edges, n, true, share, _mark(share, base, purer_by))


def _mark(share: Interval, base: float, purer_by: float) -> Mark:
    if not 0 < base < 1 or share.value is None:
        return ""
    if share.high <= base / purer_by:
        return "few"
    is_rich = share.low >= base * purer_by or 1 - share.low <= (1 - base) / purer_by
    return "many" if is_rich else ""
