"""One line of the table: what was kept, how good that is, what it cost, and how it compares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ace.inspection.task_gate import BASELINE, TaskGate, bounds, task_gate
from runtime.contracts.json_types import JsonObject
from runtime.inspection.counts import (
    ImageCounts,
    Rate,
    pool,
    precision_change,
    precision_rate,
    recall_rate,
    recall_ratio,
)


class Cost(NamedTuple):
    """Means over episodes, so per image. `calls` are tool calls; tokens are of prompts and answers together.

    Of what is no agent only the seconds mean anything.
    """

    steps: float = 0.0
    calls: float = 0.0
    model_calls: float = 0.0
    tokens: float = 0.0
    seconds: float = 0.0


class Measured(NamedTuple):
    """What one way of inspecting came to, by image: the counts of an image's repeats (seeds) are added up.

    `undecided` episodes ended for reasons that say nothing about the agent (its model did not answer) and are not
    counted; `no_report` ones ended without a report, and count as keeping nothing. `skipped`: share of reports that
    left a candidate unmeasured, None where there is no report.
    """

    by_image: Mapping[str, ImageCounts]
    cost: Cost
    seeds: int = 1
    undecided: int = 0
    no_report: int = 0
    skipped: float | None = None
    is_simulated: bool = False


@dataclass(frozen=True)
class Against:
    """The same images under another row: precision less its, recall over its."""

    precision_change: Rate
    recall_ratio: Rate

    def to_json(self) -> JsonObject:
        """Return both figures; an interval is [low, high] or null."""
        return {
            "precision_change": self.precision_change.value,
            "precision_change_ci": bounds(self.precision_change),
            "recall_ratio": self.recall_ratio.value,
            "recall_ratio_ci": bounds(self.recall_ratio),
        }


@dataclass(frozen=True)
class Row:
    """One line. `gate` compares with the plain detector, `against_agent` with the agent that has no guidance."""

    name: str
    images: int
    counts: ImageCounts
    precision: Rate
    recall: Rate
    measured: Measured = field(repr=False)
    gate: TaskGate | None = None
    against_agent: Against | None = None

    def to_json(self) -> JsonObject:
        """Return every figure; an interval is [low, high] or null. `reason` says why there is none."""
        measured = self.measured
        return {
            "name": self.name,
            "images": self.images,
            "seeds": measured.seeds,
            **self.counts._asdict(),
            "precision": self.precision.value,
            "recall": self.recall.value,
            "precision_ci": bounds(self.precision),
            "recall_ci": bounds(self.recall),
            **measured.cost._asdict(),
            "undecided": measured.undecided,
            "no_report": measured.no_report,
            "skipped": measured.skipped,
            "simulated": measured.is_simulated,
            "task_gate": self.gate.to_json() if self.gate else None,
            "against_agent": self.against_agent.to_json() if self.against_agent else None,
            "reason": None,
        }


def absent_row(name: str, reason: str) -> JsonObject:
    """Return the JSON of a row that could not be measured: every figure is null, `reason` says why."""
    nothing = Rate(None, None, None)
    empty = Row(name, 0, ImageCounts(0, 0, 0, 0), nothing, nothing, Measured({}, Cost()))
    return {**dict.fromkeys(empty.to_json()), "name": name, "reason": reason}


def make_row(name: str, measured: Measured, others: Mapping[str, Measured], seed: int = 0) -> Row:
    """Return the line of `measured`, compared with the detector and the agent as far as `others` has them.

    Comparisons are over the images that both have.
    """
    counts = list(measured.by_image.values())
    detector, agent = others.get(BASELINE), others.get("agent")
    return Row(
        name=name,
        images=len(counts),
        counts=pool(counts),
        precision=precision_rate(counts, seed),
        recall=recall_rate(counts, seed),
        measured=measured,
        gate=None if detector is None or name == BASELINE else task_gate(*_pairs(measured, detector), seed),
        against_agent=None if agent is None or name in (BASELINE, "agent") else _against(measured, agent, seed),
    )


def _against(measured: Measured, other: Measured, seed: int) -> Against:
    ours, theirs = _pairs(measured, other)
    return Against(precision_change(ours, theirs, seed), recall_ratio(ours, theirs, seed))


def _pairs(measured: Measured, other: Measured) -> tuple[Sequence[ImageCounts], Sequence[ImageCounts]]:
    both = [name for name in measured.by_image if name in other.by_image]
    return [measured.by_image[name] for name in both], [other.by_image[name] for name in both]
