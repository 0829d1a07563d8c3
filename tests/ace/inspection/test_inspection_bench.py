"""The whole measurement, small."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.inspection.bench import BenchPlan, Hooks, InspectionBench, look_at, look_at_part, measure_inspection
from ace.inspection.image_set import ImageSet, drawn_castings
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.models.settings import ControllerSettings
from runtime.models.simulated import Simulated, SimulatedSettings


async def _measure(images: ImageSet) -> InspectionBench:
    plan = BenchPlan(images, ControllerSettings(kind="simulated"), Simulated(SimulatedSettings()), seeds=1)
    return await measure_inspection(plan)


async def test_dev_images_choose_and_held_out_ones_are_reported() -> None:
    found = await _measure(drawn_castings(6, 60))
    rows = {row.name: row for row in found.rows}
    assert all(row.images == 6 for row in rows.values())
    voids = {row.counts.tp + row.counts.fn for row in rows.values()}
    assert voids == {found.data.voids}
    # What is kept of the detector's candidates cannot find more than all of them.
    assert rows["control"].counts.tp <= rows["detector"].counts.tp == found.data.real
    assert found.gate is not None
    assert found.gate.counts.tp <= rows["detector"].counts.tp
    assert found.bands.n > found.data.candidates
    assert found.control is not None
    assert found.control in {point.thresholds for point in found.curve}
    assert rows["control"].counts == next(one.held_out for one in found.curve if one.thresholds == found.control)


def test_images_are_counted_as_they_are_looked_at() -> None:
    told: list[tuple[str, int, int]] = []
    images, dev, held_out = look_at(drawn_castings(2, 3), Hooks(looked_at=lambda *one: told.append(one)))
    assert told == [("dev", 1, 3), ("dev", 2, 3), ("dev", 3, 3), ("held-out", 1, 2), ("held-out", 2, 2)]
    assert (len(dev), len(held_out), images.left_out) == (3, 2, ())


def test_images_that_cannot_be_read_are_left_out_or_end_it(tmp_path: Path) -> None:
    lost = drawn_sample(0, "dev").model_copy(update={"image": "gone.png", "mask": "gone.png"})
    images = replace(drawn_castings(2, 2), base=tmp_path, about="some images")
    found, unread = look_at_part("dev", (*images.dev, lost), images, lambda part, number, total: None)
    assert (len(found), len(unread)) == (2, 1)
    with pytest.raises(AceError, match=r"some images: no dev image can be used: .*gone\.png"):
        look_at_part("dev", (lost,), images, lambda part, number, total: None)
