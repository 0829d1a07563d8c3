"""Clusters against labels that somebody gave, beside grouping by exact text, by signature, and HDBSCAN."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

from ace.bench.agreement import Agreement, Within, require_metrics
from ace.bench.cluster_child import ask_child
from ace.bench.cluster_methods import HDBSCAN_ROWS, METHODS, MethodSettings
from ace.bench.cluster_tuning import CutScore, Tuning
from ace.bench.labelled_errors import Fields, LabelledErrors, Skipped, read_labelled_errors
from ace.bench.peak_memory import HOW
from runtime.contracts.json_types import JsonObject, as_object

Note = Callable[[str], None]


class ClusterRequest(NamedTuple):
    """What to measure on. `sample`: the most rows that HDBSCAN gets; `cut`: None for the shipped one."""

    input: Path
    fields: Fields
    sample: int = HDBSCAN_ROWS
    cut: float | None = None


@dataclass(frozen=True)
class MethodRow:
    """One method: rows grouped, unique texts or signatures, groups made, agreement, what it took.

    Units: seconds and MiB with libraries and models loaded from scratch, without reading the file.
    """

    method: str
    n: int
    unique: int
    groups: int
    agreement: Agreement
    seconds: float
    peak_mb: float
    note: str = ""
    within: Within | None = None

    def to_json(self) -> JsonObject:
        """Return every field, the agreement's among the others."""
        plain = {name: value for name, value in asdict(self).items() if name not in {"agreement", "within"}}
        within = None
        if self.within is not None:
            within = {**self.within.agreement._asdict(), "groups": self.within.groups, "rows": self.within.rows}
        return {**plain, **self.agreement._asdict(), "within": within}


@dataclass(frozen=True)
class ClusterBench:
    """All methods on the same rows. With a tuning those are the rows that did not choose the cut."""

    input: str
    fields: Fields
    n: int
    labels: int
    skipped: tuple[Skipped, ...]
    rows: tuple[MethodRow, ...]
    tuning: Tuning | None = None
    memory: str = field(default=HOW)

    def to_json(self) -> JsonObject:
        """Return every field; `methods` are the rows."""
        return {
            "schema_version": 1,
            "input": self.input,
            "fields": self.fields._asdict(),
            "n": self.n,
            "labels": self.labels,
            "skipped": [item._asdict() for item in self.skipped],
            "tuning": _tuning_json(self.tuning),
            "peak_mb_is": self.memory,
            "methods": [row.to_json() for row in self.rows],
        }


def measure_clusters(request: ClusterRequest, note: Note) -> ClusterBench:
    """Return one row a method, each measured in a process of its own.

    With `fields.half_by` the cut is chosen on half of its values, and all methods are measured on the other half.
    Raises: AceError when the file cannot be used, or a package is missing.
    """
    require_metrics()
    table = read_labelled_errors(request.input, request.fields)
    asked = {"input": str(request.input), "fields": list(request.fields)}
    tuning = None
    if request.fields.half_by:
        note(f"choosing the cut on half of the values of {request.fields.half_by!r} ...")
        tuning = _tuning(ask_child({**asked, "kind": "tune"}))
    settings = _settings(request, tuning)
    rows = []
    for method in METHODS:
        note(f"{method} ...")
        rows.append(_row(method, ask_child({**asked, "kind": "measure", "method": method, "settings": settings})))
    return _bench(request, table, tuple(rows), tuning)


def _settings(request: ClusterRequest, tuning: Tuning | None) -> JsonObject:
    chosen = tuning.cut if tuning is not None else request.cut
    settings = MethodSettings(sample=request.sample)
    return (settings if chosen is None else settings._replace(cut=chosen))._asdict()


def _bench(
    request: ClusterRequest, table: LabelledErrors, rows: tuple[MethodRow, ...], tuning: Tuning | None
) -> ClusterBench:
    return ClusterBench(
        input=str(request.input),
        fields=request.fields,
        n=len(table.labels),
        labels=len(set(table.labels)),
        skipped=table.skipped,
        rows=rows,
        tuning=tuning,
    )


def _row(method: str, facts: JsonObject) -> MethodRow:
    within = as_object(facts.pop("within"))
    scores = Agreement(*(facts.pop(name) for name in Agreement._fields))  # type: ignore[arg-type]
    inside = None
    if within:
        own = Agreement(*(within[name] for name in Agreement._fields))  # type: ignore[arg-type]
        inside = Within(own, int(str(within["groups"])), int(str(within["rows"])))
    return MethodRow(method=method, agreement=scores, within=inside, **facts)  # type: ignore[arg-type]


def _tuning(facts: JsonObject) -> Tuning:
    grid = tuple(CutScore(*item) for item in facts.pop("grid"))  # type: ignore[attr-defined]
    return Tuning(grid=grid, **facts)  # type: ignore[arg-type]


def _tuning_json(tuning: Tuning | None) -> JsonObject | None:
    if tuning is None:
        return None
    return {**asdict(tuning), "grid": [item._asdict() for item in tuning.grid]}
