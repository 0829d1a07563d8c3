from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ToolContext
from runtime.tools.image_findings import MAX_SUMMARY_CHARS, REGIONS, ImageFindingsTool, measure

Pixels: TypeAlias = NDArray[np.uint8]


@pytest.mark.parametrize(("index", "name"), list(enumerate(REGIONS)), ids=REGIONS)
def test_the_brightest_region_is_named_by_where_it_is(index: int, name: str) -> None:
    grey = np.full((90, 90), 50, np.uint8)
    row, column = divmod(index, 3)
    grey[row * 30 : row * 30 + 30, column * 30 : column * 30 + 30] = 250
    found = measure(grey)
    regions = found["regions"]
    assert isinstance(regions, dict)
    assert found["brightest"] == name
    assert regions[name] == {"mean": 250.0, "spread": 0.0}
    assert found["darkest"] != name
    assert found["foreground_share"] == pytest.approx(1 / 9, abs=1e-3)


def _mirrored() -> Pixels:
    half = np.random.default_rng(3).integers(0, 256, (64, 32)).astype(np.uint8)
    return np.hstack([half, half[:, ::-1]])


def test_symmetry_is_one_for_a_mirror_image_and_low_for_halves_that_differ(half_white: Pixels) -> None:
    assert measure(_mirrored())["symmetry"] == 1.0
    assert measure(np.full((10, 10), 9, np.uint8))["symmetry"] == 1.0
    assert measure(half_white)["symmetry"] == 0.0
    negative = _mirrored()
    negative[:, 32:] = 255 - negative[:, 32:]
    assert measure(negative)["symmetry"] == 0.0


def test_edges_are_counted() -> None:
    flat = np.full((60, 60), 80, np.uint8)
    striped = flat.copy()
    striped[:, ::10] = 200
    assert measure(flat)["edge_density"] == 0.0
    assert measure(striped)["edge_density"] == pytest.approx(0.2, abs=0.15)


@pytest.mark.parametrize("shape", [(1, 1), (1, 200), (2, 2)], ids=str)
def test_a_tiny_picture_is_measured(shape: tuple[int, int]) -> None:
    assert canonical_json(measure(np.full(shape, 10, np.uint8)))


@pytest.mark.parametrize(
    "ref", ["pydicom-data:RG1_UNCI.dcm", "skimage:ihc.png", "pydicom-data:color3d_jpeg_baseline.dcm"]
)
def test_the_summary_is_short_measured_and_no_diagnosis(ref: str) -> None:
    out = ImageFindingsTool().run({}, ToolContext(ref, MemoryArtifactStore(), None))
    assert len(out.summary) <= MAX_SUMMARY_CHARS
    assert out.summary.endswith("Measurements only: no diagnosis.")
    assert "symmetry" in out.summary
    assert canonical_json(out.data)


def test_nothing_is_missing_here() -> None:
    assert ImageFindingsTool().readiness().state == "ready"
