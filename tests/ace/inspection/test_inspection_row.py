"""One line of the table and what it is compared with."""

from ace.inspection.row import Cost, Measured, make_row
from runtime.inspection.counts import ImageCounts


def _measured(counts: ImageCounts, names: int = 20, simulated: bool = False) -> Measured:
    return Measured({f"image-{n}": counts for n in range(names)}, Cost(seconds=0.1), is_simulated=simulated)


def test_a_line_is_compared_with_the_detector_and_with_the_agent() -> None:
    others = {
        "detector": _measured(ImageCounts(6, 2, 4, 2)),
        "agent": _measured(ImageCounts(4, 2, 2, 2), simulated=True),
        "control": _measured(ImageCounts(2, 2, 0, 2)),
    }
    detector, agent, control = (make_row(name, one, others) for name, one in others.items())
    assert (detector.gate, detector.against_agent, agent.against_agent) == (None, None, None)
    assert agent.gate is not None
    assert agent.gate.passes is True
    assert control.against_agent is not None
    assert control.against_agent.precision_change.value == 0.5
    shown = control.to_json()
    assert (shown["kept"], shown["tp"], shown["fp"], shown["fn"], shown["simulated"]) == (40, 40, 0, 40, False)
    assert (shown["precision"], shown["recall"], shown["precision_ci"]) == (1.0, 0.5, [1.0, 1.0])
    assert agent.to_json()["simulated"] is True


def test_only_images_that_both_have_are_compared() -> None:
    whole = _measured(ImageCounts(6, 2, 4, 2), names=30)
    part = Measured({f"image-{n}": ImageCounts(2, 2, 0, 2) for n in range(10)}, Cost(), undecided=20)
    row = make_row("agent", part, {"detector": whole, "agent": part})
    assert (row.images, row.counts.tp) == (10, 20)
    assert row.gate is not None
    assert row.gate.recall_ratio.value == 1.0


def test_nothing_decided_is_undefined_not_zero() -> None:
    row = make_row("agent", Measured({}, Cost(), undecided=4), {"detector": _measured(ImageCounts(6, 2, 4, 2))})
    shown = row.to_json()
    assert (shown["precision"], shown["precision_ci"], shown["undecided"]) == (None, None, 4)
    assert row.gate is not None
    assert row.gate.passes is None
