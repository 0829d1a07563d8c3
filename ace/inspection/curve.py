"""The control as a curve: thresholds chosen on dev images by precision and recall, each reported on others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from ace.inspection.features import ImageFeatures
from ace.inspection.thresholds import CandidateTable, Thresholds
from runtime.contracts.json_types import JsonObject
from runtime.inspection.counts import ImageCounts, pool, precision_of, recall_of

# How many values of each measure are tried, spread over its candidates.
_VALUES = {"contrast": 24, "edge_distance_px": 8, "area_px": 10}


class Scored(NamedTuple):
    """Thresholds and what they come to on the images that chose them."""

    thresholds: Thresholds
    counts: ImageCounts


@dataclass(frozen=True)
class CurvePoint:
    """Thresholds on the dev images' front; `dev` chose them, `held_out` is what they come to on other images."""

    thresholds: Thresholds
    dev: ImageCounts
    held_out: ImageCounts

    def to_json(self) -> JsonObject:
        """Return the thresholds, and kept, precision and recall of both."""
        return {
            "thresholds": self.thresholds.to_json(),
            "dev": _figures(self.dev),
            "held_out": _figures(self.held_out),
        }


def _figures(counts: ImageCounts) -> JsonObject:
    return {**counts._asdict(), "precision": precision_of(counts), "recall": recall_of(counts)}


def dev_front(table: CandidateTable) -> tuple[Scored, ...]:
    """Return the thresholds that no others beat in both precision and recall, the highest recall first."""
    best: dict[int, Scored] = {}
    for thresholds in _grid(table):
        counts = pool(table.counts(table.keeps(thresholds)))
        # Of equally many voids found, the fewest kept; the first of equals asks the least.
        if counts.tp and (counts.tp not in best or counts.kept < best[counts.tp].counts.kept):
            best[counts.tp] = Scored(thresholds, counts)
    front: list[Scored] = []
    for tp in sorted(best, reverse=True):
        if not front or _precision(best[tp]) > _precision(front[-1]):
            front.append(best[tp])
    return tuple(front)


def curve(front: Sequence[Scored], held_out: CandidateTable) -> tuple[CurvePoint, ...]:
    """Return each point of the front with what it comes to on held-out images."""
    return tuple(
        CurvePoint(one.thresholds, one.counts, pool(held_out.counts(held_out.keeps(one.thresholds)))) for one in front
    )


def most_precise(front: Sequence[Scored], least_recall: float | None) -> Scored | None:
    """Return the point with most precision among those whose dev recall is at least this; None of an empty front.

    Where none reaches it, and where it is None, the point of the highest recall.
    """
    reaching = [one for one in front if least_recall is not None and _recall(one) >= least_recall]
    if reaching:
        return max(reaching, key=_precision)
    return max(front, key=_recall, default=None)


def keep_all(images: Sequence[ImageFeatures]) -> tuple[ImageCounts, ...]:
    """Return what keeping every candidate comes to, image by image: the plain detector."""
    return tuple(one.counts(range(len(one.candidates))) for one in images)


def _grid(table: CandidateTable) -> Iterator[Thresholds]:
    yield from (Thresholds(*values) for values in product(*(_tried(table, name) for name in Thresholds._fields)))


def _tried(table: CandidateTable, name: str) -> list[float | None]:
    import numpy as np

    values = table.values[name]
    # At least the least value is as if nothing were asked.
    above = values[values > values.min()] if len(values) else values
    if not len(above):
        return [None]
    cuts = np.quantile(above, np.linspace(0, 1, _VALUES[name] + 1)[:-1], method="higher")
    return [None, *(float(cut) for cut in np.unique(cuts))]


def _precision(one: Scored) -> float:
    return precision_of(one.counts) or 0.0


def _recall(one: Scored) -> float:
    return recall_of(one.counts) or 0.0
