"""Is a row better than the plain detector at the task? More precision, and at least 0.8 of its recall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.inspection.counts import ImageCounts, Rate, precision_change, recall_ratio

BASELINE = "detector"
LEAST_RECALL_RATIO = 0.8
NOISE: Literal["within the noise"] = "within the noise"
Passes: TypeAlias = bool | Literal["within the noise"] | None


@dataclass(frozen=True)
class TaskGate:
    """The verdict against the plain detector on the same images, with what it was reached by.

    `passes`: True when both intervals lie wholly on the good side, False when either lies wholly on the bad side, the
    words otherwise; None where a figure is undefined.
    """

    passes: Passes
    precision_change: Rate
    recall_ratio: Rate

    def to_json(self) -> JsonObject:
        """Return every field; an interval is [low, high] or null."""
        return {
            "baseline": BASELINE,
            "passes": self.passes,
            "precision_change": self.precision_change.value,
            "precision_change_ci": bounds(self.precision_change),
            "recall_ratio": self.recall_ratio.value,
            "recall_ratio_ci": bounds(self.recall_ratio),
        }


def bounds(rate: Rate) -> list[float] | None:
    """Return [low, high], None where there is no interval."""
    return None if rate.low is None or rate.high is None else [rate.low, rate.high]


def task_gate(counts: Sequence[ImageCounts], baseline: Sequence[ImageCounts], seed: int = 0) -> TaskGate:
    """Return the verdict; both hold the same images in the same order."""
    change = precision_change(counts, baseline, seed)
    ratio = recall_ratio(counts, baseline, seed)
    return TaskGate(_passes(change, ratio), change, ratio)


def _passes(change: Rate, ratio: Rate) -> Passes:
    if change.value is None or ratio.value is None:
        return None
    if change.low is None or change.high is None or ratio.low is None or ratio.high is None:
        return NOISE
    if change.low > 0 and ratio.low >= LEAST_RECALL_RATIO:
        return True
    if change.high <= 0 or ratio.high < LEAST_RECALL_RATIO:
        return False
    return NOISE
