"""The slice guard: students of one level, images of one kind, one organ. A gain overall must not hide a loss in one."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ace.evaluation.bootstrap import Bounds, change_bounds
from ace.evaluation.guards import SLICES, Guard
from ace.evaluation.paired import SampleChange, sample_changes
from ace.evaluation.score import Trial
from runtime.contracts.sample import Sample, TutorSample

# A slice of fewer cases is never judged, nor one whose bound is more than the margin away from its own estimate: there
# even a slice in which nothing changes would often seem to lose.
MIN_SLICE_CASES = 30
MARGIN = 0.02
SliceStatus: TypeAlias = Literal["held", "failed", "too few to tell"]


@dataclass(frozen=True)
class Slice:
    """One slice: means over its samples before and after, 0-1, the votes of its cases, one-sided 95% bounds."""

    name: str
    n: int
    cases: int
    before: float
    after: float
    fixed: int
    broke: int
    bounds: Bounds
    status: SliceStatus


def slice_names(sample: Sample) -> tuple[str, ...]:
    """Return the slices a sample is in, as `level: novice`."""
    level = sample.student.level if isinstance(sample, TutorSample) else ""
    named = (("level", level), ("modality", sample.modality), ("organ", sample.organ))
    return tuple(f"{kind}: {value}" for kind, value in named if value)


def measure_slices(
    before: Sequence[Trial], after: Sequence[Trial], samples: Iterable[Sample], seed: int
) -> tuple[Slice, ...]:
    """Return every slice of `samples` with a decided sample, by name."""
    names = {sample.id: slice_names(sample) for sample in samples}
    members: dict[str, list[SampleChange]] = defaultdict(list)
    for item in sample_changes(before, after):
        for name in names.get(item.sample, ()):
            members[name].append(item)
    return tuple(_measured(name, items, seed) for name, items in sorted(members.items()))


def slice_status(change: float, bounds: Bounds, cases: int) -> SliceStatus:
    """Return what can be said of a slice.

    "failed": its lower bound is under -2 points and it can be told: the bound is within 2 points of the estimate, or
    the slice lost more than chance explains (its upper bound is under 0).
    """
    if cases < MIN_SLICE_CASES:
        return "too few to tell"
    if bounds.low >= -MARGIN:
        return "held"
    is_told = change - bounds.low <= MARGIN or bounds.high < 0
    return "failed" if is_told else "too few to tell"


def slices_guard(slices: Sequence[Slice]) -> Guard:
    """Return the guard over all slices."""
    failed = [item for item in slices if item.status == "failed"]
    held = sum(item.status == "held" for item in slices)
    few = len(slices) - held - len(failed)
    counts = f"{held} held, {few} too few to tell."
    if failed:
        named = "; ".join(
            f"{item.name} {100 * (item.after - item.before):+.1f} points (bound {100 * item.bounds.low:+.1f}, "
            f"{item.cases} cases)"
            for item in failed[:5]
        )
        return Guard(SLICES, "failed", f"{named}. {counts}")
    return Guard(SLICES, "held" if held else "not measured", counts if slices else "No sample is in a slice.")


def _measured(name: str, items: Sequence[SampleChange], seed: int) -> Slice:
    by_case: dict[str, list[float]] = defaultdict(list)
    for item in items:
        by_case[item.case].append(item.change)
    totals = [sum(changes) for changes in by_case.values()]
    before, after = (sum(getattr(item, side) for item in items) / len(items) for side in ("before", "after"))
    bounds = change_bounds(by_case, seed)
    return Slice(
        name=name,
        n=len(items),
        cases=len(by_case),
        before=before,
        after=after,
        fixed=sum(total > 0 for total in totals),
        broke=sum(total < 0 for total in totals),
        bounds=bounds,
        status=slice_status(after - before, bounds, len(by_case)),
    )
