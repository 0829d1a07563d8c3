"""The cut chosen on half of the rows, so that the other half can say how good it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from ace.bench.agreement import agreement
from ace.bench.cluster_methods import found_by_partition, signatures_of
from ace.bench.labelled_errors import LabelledErrors
from ace.errors import AceError
from analyzers.clusters.text_vectors import TextVectors
from runtime.retrieval.open_retriever import minilm

Half: TypeAlias = Literal["tune", "report"]
GRID = tuple(round(0.05 + 0.025 * step, 3) for step in range(23))
# Cuts this close to the best are as good; of the widest run of such cuts the middle is taken.
AS_GOOD = 0.01


class CutScore(NamedTuple):
    """Agreement of one cut with the labels of the half that chooses."""

    cut: float
    ari: float
    ami: float


@dataclass(frozen=True)
class Tuning:
    """Which cut was chosen, from what. `tune_values` and `report_values`: how many values of `field` each half has."""

    field: str
    cut: float
    grid: tuple[CutScore, ...]
    tune_rows: int
    report_rows: int
    tune_values: int
    report_values: int


def half_of(value: str) -> Half:
    """Return the half that rows with this value belong to: the same everywhere, by its hash."""
    digest = int(sha256(f"half:{value}".encode("utf-8", "surrogatepass")).hexdigest(), 16)
    return "report" if digest % 2 else "tune"


def half_rows(table: LabelledErrors, half: Half) -> LabelledErrors:
    """Return the rows of one half, by the field read as `half_by`.

    Raises: AceError when that half has no two labels.
    """
    rows = table.rows(place for place, value in enumerate(table.half_by) if half_of(value) == half)
    if len(set(rows.labels)) < 2:
        raise AceError(
            f"the half that is to {half} has {len(rows.labels)} rows with {len(set(rows.labels))} labels; "
            "give --tune-by a field with many values"
        )
    return rows


def tune(table: LabelledErrors, field: str) -> Tuning:
    """Return the cut chosen on the half that tunes. The other half is only counted.

    Raises: AceError when a half has no two labels.
    """
    ours, others = half_rows(table, "tune"), half_rows(table, "report")
    signatures = signatures_of(ours.errors)
    embed = TextVectors(minilm().embed)
    grid = []
    for cut in GRID:
        scores = agreement(ours.labels, found_by_partition(signatures, embed, cut))
        grid.append(CutScore(cut, scores.ari, scores.ami))
    return Tuning(
        field=field,
        cut=choose(grid),
        grid=tuple(grid),
        tune_rows=len(ours.labels),
        report_rows=len(others.labels),
        tune_values=len(set(ours.half_by)),
        report_values=len(set(others.half_by)),
    )


def choose(grid: Sequence[CutScore]) -> float:
    """Return the middle of the widest run of cuts that are as good as the best, by the worse of ARI and AMI."""
    scores = [min(item.ari, item.ami) for item in grid]
    floor = max(scores) - AS_GOOD
    runs: list[list[int]] = [[]]
    for place, score in enumerate(scores):
        if score >= floor:
            runs[-1].append(place)
        elif runs[-1]:
            runs.append([])
    widest = max(runs, key=len)
    return grid[widest[(len(widest) - 1) // 2]].cut
