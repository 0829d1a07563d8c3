"""A small bench for the tests of its report: the detector, agents that keep less and less, a control."""

from ace.inspection.bench import InspectionBench
from ace.inspection.curve import curve, dev_front
from ace.inspection.data_figures import data_figures, feature_bands
from ace.inspection.image_set import drawn_castings
from ace.inspection.row import Cost, Measured, make_row
from ace.inspection.thresholds import CandidateTable, Thresholds
from runtime.contracts.rule import Rule
from runtime.inspection.counts import ImageCounts
from tests.ace.inspection.inspection_images import separable_images

RULE = Rule(
    schema=1,
    id="report.edge",
    title="Edges",
    agent="inspector",
    text="Keep no candidate that touches the edge.",
    when='action.kind == "KEEP" && action.measured',
    require="action.edge_distance_px > 0.0",
)


def _measured(counts: ImageCounts, is_agent: bool) -> Measured:
    by_image = {f"image-{number}": counts for number in range(30)}
    if not is_agent:
        return Measured(by_image, Cost(seconds=0.02))
    cost = Cost(4.2, 2.5, 4.4, 1800.0, 12.5)
    return Measured(by_image, cost, seeds=2, undecided=1, no_report=2, skipped=0.175, is_simulated=True)


def small_bench(guidance: Rule | None = RULE) -> InspectionBench:
    """Return a bench whose figures are known: the detector has 33.3% precision and 50% recall."""
    measured = {"detector": _measured(ImageCounts(3, 1, 2, 1), is_agent=False)}
    for name, kept in {"agent": 4, "guidance": 3, "check": 4, "both": 3}.items():
        if guidance is not None or name in ("agent", "check"):
            measured[name] = _measured(ImageCounts(kept, 2, kept - 2, 2), is_agent=True)
    measured["control"] = _measured(ImageCounts(1, 1, 0, 1), is_agent=False)
    dev, held_out = separable_images(20), separable_images(30, first=50)
    return InspectionBench(
        controller="simulated/policy-1",
        is_simulated=True,
        seeds=2,
        images=drawn_castings(30, 20),
        rows=tuple(make_row(name, one, measured) for name, one in measured.items()),
        data=data_figures(held_out),
        bands=feature_bands(dev),
        guidance=guidance,
        gate=make_row("gate", measured["control"], measured) if guidance else None,
        curve=curve(dev_front(CandidateTable(dev)), CandidateTable(held_out)),
        control=Thresholds(0.2, 1.0, None),
    )
