import json
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from ace.paths import shipped
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness
from runtime.images.load_image import encode_png
from runtime.models.settings import ControllerSettings
from runtime.tools.check_arguments import check_value
from runtime.tools.image_findings import CLOSE, MAX_SUMMARY_CHARS, REGIONS, ImageFindingsTool, measure
from tests.runtime.vision.tiny_models import put_models

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
    assert ImageFindingsTool().readiness() == Readiness("ready", "")


def test_readiness_says_what_a_model_that_is_not_built_leaves_out(tmp_path: Path) -> None:
    tool = ImageFindingsTool(None, tmp_path, (shipped("samples"),))
    assert tool.readiness() == Readiness(
        "ready",
        "without nearest images: EfficientNet-Lite0 is not built; run `make models`",
    )
    put_models(tmp_path)
    assert tool.readiness() == Readiness("ready", "")


@pytest.mark.parametrize(
    "ref", ["pydicom-data:693_UNCR.dcm", "skimage:ihc.png", "phantom:lesion-grid", "pydicom-data:OBXXXX1A.dcm"]
)
@pytest.mark.parametrize("is_built", [True, False], ids=["built", "not built"])
def test_the_data_fits_its_declaration(ref: str, is_built: bool, tmp_path: Path) -> None:
    models = put_models(tmp_path) if is_built else tmp_path
    tool = ImageFindingsTool(None, models, (shipped("samples"),))
    out = tool.run({}, ToolContext(ref, MemoryArtifactStore(), None))
    assert check_value(tool.spec.output, out.data, "data") == ""
    nearest = out.data["nearest"]
    assert isinstance(nearest, list)
    assert len(nearest) == (3 if is_built else 0)
    assert len(out.summary) <= MAX_SUMMARY_CHARS
    assert ("alike in look" in out.summary) is any(one["similarity"] >= CLOSE for one in nearest)
    if not is_built:
        assert out.data["nearest_note"] == "EfficientNet-Lite0 is not built; run `make models`"


def test_the_largest_bright_part_is_in_the_summary() -> None:
    out = ImageFindingsTool().run({}, ToolContext("phantom:lesion-grid", MemoryArtifactStore(), None))
    assert "its largest part 6.2% (1024.0 mm2)" in out.summary
    assert "alike" not in out.summary


def _describer(folder: Path, *texts: str) -> ControllerSettings:
    script = folder / "seer.json"
    script.write_text(json.dumps(texts))
    return ControllerSettings(kind="scripted", script=script)


def test_a_description_is_quoted_after_the_measurements(tmp_path: Path, half_white: Pixels) -> None:
    store = MemoryArtifactStore()
    context = ToolContext(store.put(encode_png(half_white), "image/png"), store, None)
    tool = ImageFindingsTool(describer=_describer(tmp_path, '{"description": "One half is white."}'))
    out = tool.run({}, context)
    assert out.summary.endswith(
        'no diagnosis. Unverified words of the simulated model seer, quoted: "One half is white."'
    )
    assert check_value(tool.spec.output, out.data, "data") == ""


def test_a_describer_that_fails_is_noted_and_the_measurements_stay(tmp_path: Path, half_white: Pixels) -> None:
    store = MemoryArtifactStore()
    context = ToolContext(store.put(encode_png(half_white), "image/png"), store, None)
    out = ImageFindingsTool(describer=_describer(tmp_path)).run({}, context)
    assert out.data["mean"] == 100.0
    assert "No description: the describer failed" in out.summary
    described = out.data["description"]
    assert isinstance(described, dict)
    assert described["text"] == ""


def test_a_describer_makes_it_external_and_slower(tmp_path: Path) -> None:
    assert (ImageFindingsTool().spec.side_effect, ImageFindingsTool().spec.timeout_s) == ("read", 20.0)
    spec = ImageFindingsTool(describer=_describer(tmp_path)).spec
    assert (spec.side_effect, spec.timeout_s) == ("external", 60.0)
